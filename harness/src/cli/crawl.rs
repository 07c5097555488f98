//! `repspec crawl`.

use super::run::{How, put};
use crate::adapter::is_name;
use crate::drive::Target;
use anyhow::bail;

/// Arguments of `repspec crawl`.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The crawler's product token, which takes the place of those in the cases.
    #[arg(long, value_name = "TOKEN")]
    token: String,
    /// Its name in reports [default: that of its program].
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    #[command(flatten)]
    how: How,
    /// The crawler: a program and its arguments, among them {start}, the page to start at. There are {proxy}, {ca}
    /// (a file with the certificate to trust) and {token} too; the usual variables name the proxy as well.
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<String>,
}

pub(super) fn run(args: &Args) -> anyhow::Result<u8> {
    let is_token = |octet: u8| octet.is_ascii_alphabetic() || b"_-".contains(&octet);
    if args.token.is_empty() || !args.token.bytes().all(is_token) {
        bail!(
            "--token is not a product token: letters, `_` and `-` only (RFC 9309, section 2.2.1)"
        );
    }
    let program = args.command.first().map_or("", String::as_str);
    let program = program.rsplit(['/', '\\']).next().unwrap_or_default().to_ascii_lowercase();
    let name = args.name.clone().unwrap_or(program);
    if !is_name(&name) {
        bail!(
            "give the crawler a name: --name NAME, of lower-case letters, digits, `-`, `_` and `.`"
        );
    }
    let (command, token) = (args.command.clone(), args.token.clone());
    put(vec![Target::Crawler { name, command, token }], &args.how, None)
}
