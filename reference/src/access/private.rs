//! Which hosts are in a private network (RFC 9309, section 3).

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Whether a host is, by what is written, the machine itself or in a network that is not the Internet. What a name
/// resolves to has to be looked at by whoever resolves it.
#[must_use]
pub fn is_private(host: &str) -> bool {
    let host = host.strip_suffix('.').unwrap_or(host);
    if let Some(address) = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        return address.parse().is_ok_and(is_private_v6);
    }
    let is_localhost =
        host.rsplit('.').next().is_some_and(|top| top.eq_ignore_ascii_case("localhost"));
    is_localhost || ipv4(host).is_some_and(is_private_v4)
}

/// An address of IPv4 in any way that common clients take: one to four numbers, decimal, octal or hexadecimal.
fn ipv4(host: &str) -> Option<Ipv4Addr> {
    let mut parts = [0; 4];
    let mut count = 0;
    for part in host.split('.') {
        *parts.get_mut(count)? = number(part)?;
        count += 1;
    }
    let (last, before) = parts[..count].split_last()?;
    let mut address = 0_u32;
    for part in before {
        address = (address << 8) | u32::from(u8::try_from(*part).ok()?);
    }
    let bits = 8 * (4 - before.len());
    if bits < 32 && *last >> bits != 0 {
        return None;
    }
    let high = if bits == 32 { 0 } else { address << bits };
    Some(Ipv4Addr::from(high | last))
}

fn number(text: &str) -> Option<u32> {
    let lower = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    match (lower, text) {
        (Some(""), _) | (_, "") => None,
        (Some(hex), _) => u32::from_str_radix(hex, 16).ok(),
        (None, "0") => Some(0),
        (None, octal) if octal.starts_with('0') => u32::from_str_radix(&octal[1..], 8).ok(),
        (None, decimal) if decimal.bytes().all(|octet| octet.is_ascii_digit()) => {
            decimal.parse().ok()
        }
        _ => None,
    }
}

const fn is_private_v4(address: Ipv4Addr) -> bool {
    let [a, b, ..] = address.octets();
    address.is_loopback()
        || address.is_private()
        || address.is_link_local()
        || address.is_broadcast()
        || a == 0
        // Shared by the customers of a provider (RFC 6598).
        || a == 100 && b & 0b1100_0000 == 64
}

fn is_private_v6(address: Ipv6Addr) -> bool {
    let first = address.segments()[0];
    match address.to_canonical() {
        IpAddr::V4(mapped) => is_private_v4(mapped),
        IpAddr::V6(_) => {
            address.is_loopback()
                || address.is_unspecified()
                || first & 0xFE00 == 0xFC00
                || first & 0xFFC0 == 0xFE80
        }
    }
}

#[cfg(test)]
mod tests {
    use super::is_private;

    #[test]
    fn private_hosts_are_known_in_every_spelling() {
        for host in [
            "127.0.0.1",
            "127.1",
            "2130706433",
            "0x7f.0.0.1",
            "0x7F000001",
            "0177.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.0.1",
            "169.254.169.254",
            "0.0.0.0",
            "0",
            "100.64.0.1",
            "255.255.255.255",
            "localhost",
            "LOCALHOST",
            "a.localhost",
            "localhost.",
            "[::1]",
            "[::]",
            "[fe80::1]",
            "[fd00::1]",
            "[::ffff:127.0.0.1]",
            "[::ffff:a00:1]",
        ] {
            assert!(is_private(host), "{host}");
        }
        for host in [
            "shop.example",
            "8.8.8.8",
            "172.32.0.1",
            "134744072",
            "100.128.0.1",
            "[2001:db8::1]",
            "[::ffff:8.8.8.8]",
            "localhost.example",
            "1.2.3.4.5",
            "256.1.1.1.example",
            "0x",
            "",
        ] {
            assert!(!is_private(host), "{host}");
        }
    }
}
