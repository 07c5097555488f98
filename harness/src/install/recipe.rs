//! How a package of each registry is made ready: data.

use super::edit::{self, Edit};
use super::tool::{CARGO, CC, GO, JAVAC, MVN, NPM, Need, PYTHON, VENV};
use crate::adapter::Registry;

/// What is done, in the adapter's folder.
pub(super) struct Recipe {
    /// What must be on the machine, besides what runs the shim.
    pub(super) needs: &'static [Need],
    /// Steps for the version that the lock files pin, checked by their hashes.
    pub(super) locked: &'static [Step],
    /// Steps for any other version.
    pub(super) other: &'static [Step],
}

/// One step.
pub(super) enum Step {
    /// Runs a program. In an argument, `{package}` and `{version}` are filled in.
    Run(&'static [&'static str]),
    /// Changes a file so that it asks for the other version.
    Edit(&'static str, Edit),
    /// Checks files by this list of hashes.
    Hashes(&'static str),
    /// Keeps one file of a folder, and removes what else was needed to make it.
    KeepOnly(&'static str, &'static str),
}

use Step::{Hashes, KeepOnly, Run};

/// The recipe for packages of this registry.
pub(super) const fn recipe(registry: Registry) -> &'static Recipe {
    match registry {
        Registry::Cargo => &CARGO_CRATE,
        Registry::Go => &GO_MODULE,
        Registry::Maven => &MAVEN,
        Registry::Npm => &NPM_PACKAGE,
        Registry::Pypi => &PYPI,
        Registry::Debian | Registry::Runtime => &NOTHING,
    }
}

/// The owner of the machine installs it.
const NOTHING: Recipe = Recipe { needs: &[], locked: &[], other: &[] };

const MAKE_VENV: Step = Run(&["python3", "-m", "venv", "venv"]);
#[rustfmt::skip]
const PYPI: Recipe = Recipe {
    needs: &[PYTHON, VENV],
    locked: &[
        MAKE_VENV,
        Run(&["venv/bin/python", "-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check",
              "--require-hashes", "-r", "requirements.txt"]),
    ],
    other: &[
        Step::Edit("requirements.txt", edit::requirements),
        MAKE_VENV,
        Run(&["venv/bin/python", "-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check",
              "-r", "requirements.txt"]),
    ],
};

/// Scripts of packages are not run: parsers need none.
#[rustfmt::skip]
const NPM_PACKAGE: Recipe = Recipe {
    needs: &[NPM],
    locked: &[Run(&["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"])],
    other: &[
        Run(&["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--save-exact", "{package}@{version}"]),
    ],
};

const COPY_JARS: Step = Run(&[
    "mvn",
    "-q",
    "-B",
    "-Dstyle.color=never",
    "dependency:copy-dependencies",
    "-DoutputDirectory=lib",
]);
const COMPILE_JAVA: Step =
    Run(&["javac", "-cp", "lib/*", "-sourcepath", "../java", "-d", "classes", "Shim.java"]);
const MAVEN: Recipe = Recipe {
    needs: &[MVN, JAVAC],
    locked: &[COPY_JARS, Hashes("dependencies.sha256"), COMPILE_JAVA],
    other: &[Step::Edit("pom.xml", edit::pom), COPY_JARS, COMPILE_JAVA],
};

/// Paths are trimmed so that a panic looks the same everywhere.
const GO_MODULE: Recipe = Recipe {
    needs: &[GO],
    locked: &[Run(&["go", "build", "-trimpath", "-mod=readonly", "-o", "shim", "."])],
    other: &[
        Run(&["go", "get", "{package}@v{version}"]),
        Run(&["go", "build", "-trimpath", "-mod=mod", "-o", "shim", "."]),
    ],
};

const KEEP_SHIM: Step = KeepOnly("target", "release/shim");
const CARGO_CRATE: Recipe = Recipe {
    needs: &[CARGO, CC],
    locked: &[
        Run(&["cargo", "build", "--quiet", "--release", "--locked", "--target-dir", "target"]),
        KEEP_SHIM,
    ],
    other: &[
        Run(&["cargo", "add", "--quiet", "{package}@={version}"]),
        Run(&["cargo", "build", "--quiet", "--release", "--target-dir", "target"]),
        KEEP_SHIM,
    ],
};
