//! `repspec serve`.

/// Arguments of `repspec serve`.
#[derive(clap::Args)]
pub(super) struct Args {}

pub(super) fn run(_args: &Args) -> anyhow::Result<u8> {
    anyhow::bail!("not built yet")
}
