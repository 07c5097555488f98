//! Without `/proc`: the process group is ended where there is one, and nothing is measured.

use super::Usage;

/// Nothing to hold.
pub(in crate::drive) struct Subreaper;

impl Subreaper {
    pub(in crate::drive) fn hold() -> Self {
        Self
    }
}

/// A child and its process group.
pub(in crate::drive) struct Tree {
    #[cfg_attr(not(unix), allow(dead_code, reason = "there are no process groups"))]
    root: u32,
}

impl Tree {
    pub(in crate::drive) fn new(root: u32, _marker: &str) -> Self {
        Self { root }
    }

    pub(in crate::drive) fn usage(&self) -> Option<Usage> {
        None
    }

    pub(in crate::drive) fn kill(&self) {
        #[cfg(unix)]
        if let Some(group) = i32::try_from(self.root).ok().and_then(rustix::process::Pid::from_raw)
        {
            // It fails when nobody is left in the group.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
    }
}
