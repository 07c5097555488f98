//! The runner, baselines and reports over a made-up suite and made-up replies.

#[cfg(test)]
mod baselines;
#[cfg(test)]
mod endings;
#[cfg(test)]
mod made_up;
#[cfg(test)]
mod reports;
#[cfg(test)]
mod schemas;
#[cfg(test)]
mod statements;
