//! What can be done with what is installed.

use super::machine::Machine;
use std::fs;

fn machine_with_two_versions() -> Machine {
    let machine = Machine::with(&["python3"]);
    machine.implementations("install protego protego@0.1.16 urllib-robotparser").assert(0, &[]);
    machine
}

#[test]
fn the_list_says_what_is_installed() {
    let machine = machine_with_two_versions();
    let said = machine.implementations("list");
    let line = |name: &str| {
        let line = said.stdout.lines().find(|line| line.starts_with(name)).unwrap();
        line.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(line("NAME"), "NAME VERSION LANGUAGE LICENCE PACKAGE INSTALLED");
    assert_eq!(line("protego"), "protego 0.7.0 Python BSD-3-Clause pypi protego 0.1.16, 0.7.0");
    assert_eq!(line("urllib"), "urllib-robotparser system Python PSF-2.0 runtime python3 system");
    assert_eq!(line("robotxt"), "robotxt 0.7.0 Rust MIT built in");

    let json = machine.implementations("list --json").stdout;
    let list: Vec<serde_json::Value> = serde_json::from_str(&json).unwrap();
    let protego = list.iter().find(|row| row["name"] == "protego").unwrap();
    assert_eq!(protego["installed"], serde_json::json!(["0.1.16", "0.7.0"]));
    assert_eq!(protego["package"], serde_json::json!({"registry": "pypi", "name": "protego"}));
    assert_eq!(list[0]["name"], "reference");
    assert_eq!(list[0]["package"], serde_json::Value::Null);
}

#[test]
fn another_folder_is_another_store() {
    let machine = machine_with_two_versions();
    let elsewhere = machine.store().join("../elsewhere");
    let install = format!("install urllib-robotparser --dir {}", elsewhere.display());
    machine.implementations(&install).assert(0, &["installed in"]);
    assert!(elsewhere.join("urllib-robotparser@system").is_dir());
    machine
        .run(&format!("run protego --dir {}", elsewhere.display()))
        .assert(2, &["not installed"]);
}

#[test]
fn a_check_names_what_is_wrong() {
    let machine = machine_with_two_versions();
    let all = ["protego@0.1.16: ok", "protego@0.7.0: ok", "urllib-robotparser@system: ok"];
    machine.implementations("check").assert(0, &all);
    machine.implementations("check robotstxt").assert(0, &["robotstxt: is built in"]);
    let gone = "protego@1.0: not installed: repspec implementations install protego@1.0";
    machine.implementations("check protego@1.0").assert(1, &[gone]);
    machine.implementations("check protgo").assert(2, &["did you mean `protego`?"]);

    let folder = machine.store().join("protego@0.7.0");
    let behaviour = folder.join("protego/behaviour");
    for (text, wrong) in [
        ("first=disallow", "it answers `disallow` for https://shop.example/public/page under"),
        ("name=other", "its hello names `other`, not `protego`"),
        ("version=0.6.0", "its hello says that it is version 0.6.0, not 0.7.0"),
        ("echo oh >&2; exit 4", "exit status 4, before its hello; its last words:\noh"),
        ("echo hello; exit 0", "exit status 0, before its hello; its last words:\nhello"),
        ("first=perhaps", "it has no answer for https://shop.example/public/page"),
    ] {
        fs::write(&behaviour, text).unwrap();
        let said = machine.implementations("check protego@0.7.0");
        said.assert(1, &[wrong]);
        assert!(!said.stderr.contains(": ok"), "{}", said.stderr);
    }
    fs::remove_file(behaviour).unwrap();
    fs::write(folder.join("made-from"), "other files").unwrap();
    let old = "its adapter is of another version of repspec; install it again";
    machine.implementations("check protego").assert(1, &[old, "protego@0.1.16: ok"]);
    let again = "protego@0.7.0: installed with the adapter of another version of repspec; this helps:\n\
                 repspec implementations install protego@0.7.0";
    machine.run("run protego").assert(2, &[again]);
    machine.run("run --all-installed").assert(2, &[again]);
    machine.implementations("install protego").assert(0, &["protego 0.7.0: installed in"]);
    machine.implementations("check protego").assert(0, &[]);

    fs::remove_file(folder.join("protego/venv/bin/python")).unwrap();
    let gone = ["venv/bin/python is missing", "to make it anew, remove it and install it again"];
    machine.implementations("check protego@0.7.0").assert(1, &gone);
    machine.implementations("install protego").assert(0, &["protego 0.7.0: installed in"]);
    machine.implementations("check protego@0.7.0").assert(0, &[]);
    fs::remove_file(folder.join("protego/venv/bin/python")).unwrap();
    machine.implementations("check protego@0.7.0").assert(1, &gone);
    fs::write(folder.join("protego/adapter.yaml"), "name: protego\n").unwrap();
    machine.implementations("check protego@0.7.0").assert(1, &["error[missing-field]"]);
}

#[test]
fn one_version_is_removed_or_all() {
    let machine = machine_with_two_versions();
    machine.implementations("remove protego@0.1.16").assert(0, &["protego@0.1.16: removed"]);
    assert_eq!(machine.stored(), ["protego@0.7.0", "urllib-robotparser@system"]);
    let refused = machine.implementations("remove urllib-robotparser protego@0.1.16");
    refused.assert(2, &["`protego@0.1.16` is not installed"]);
    machine.implementations("remove protgo").assert(2, &["did you mean `protego`?"]);
    assert_eq!(machine.stored(), ["protego@0.7.0", "urllib-robotparser@system"]);
    machine.implementations("install protego@0.1.16").assert(0, &[]);
    machine.implementations("remove protego protego@0.7.0 urllib-robotparser").assert(0, &[]);
    assert_eq!(machine.stored(), [""; 0]);
}

const RUN: &str = "run --cases suite --filter 2.2.2/longest#inside";

/// The names of the report's rows.
fn rows(machine: &Machine, args: &str) -> Vec<String> {
    let said = machine.run(&format!("{RUN} {args}"));
    said.assert(1, &[]);
    let matrix = said.stdout.lines().skip_while(|line| !line.is_empty()).skip(1);
    let matrix = matrix.take_while(|line| !line.is_empty()).skip(1);
    matrix.map(|line| line.split("  ").next().unwrap().to_owned()).collect()
}

#[test]
fn what_is_installed_is_run_by_its_name() {
    let machine = machine_with_two_versions();
    assert_eq!(rows(&machine, "protego"), ["protego 0.7.0"]);
    let both = rows(&machine, "protego@0.1.16 reference protego");
    assert_eq!(both, ["protego 0.1.16", "reference 0.1.0", "protego 0.7.0"]);
    let all = rows(&machine, "reference protego --all-installed");
    assert_eq!(all[..3], ["reference 0.1.0", "protego 0.7.0", "protego 0.1.16"]);
    assert!(all[3].starts_with("urllib-robotparser "), "{all:?}");
    machine.implementations("remove protego@0.7.0").assert(0, &[]);
    assert_eq!(rows(&machine, "protego"), ["protego 0.1.16"]);
    let json = machine.run(&format!("{RUN} protego --format json")).stdout;
    let report: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(report["implementations"][0]["name"], "protego@0.1.16");
}

#[test]
fn what_is_not_installed_is_not_run() {
    let machine = Machine::with(&["python3"]);
    let line = "protego, urllib-robotparser are not installed; this helps:\n\
        repspec implementations install protego urllib-robotparser\n";
    machine.run(&format!("{RUN} protego reference urllib-robotparser")).assert(2, &[line]);
    machine.run(&format!("{RUN} protego@0.1.16")).assert(2, &["install protego@0.1.16\n"]);
    machine.run(&format!("{RUN} protgo")).assert(2, &["did you mean `protego`?"]);
    machine.run(&format!("{RUN} --all-installed")).assert(2, &["nothing is installed in "]);
    machine.implementations("check").assert(2, &["nothing is installed in "]);
    machine.implementations("install protego@0.1.15 protego@0.1.16").assert(0, &[]);
    let several =
        "several versions of `protego` are installed; say which: protego@0.1.15, protego@0.1.16";
    machine.run(&format!("{RUN} protego")).assert(2, &[several]);
    machine.run(&format!("{RUN} protego protego")).assert(2, &["several"]);
}
