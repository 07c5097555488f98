//! Installing: what is run, what is left, what is said.

use super::machine::Machine;
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::thread;
use std::time::{Duration, Instant};

const PIP: &str = "python -m pip install --quiet --no-input --disable-pip-version-check";
const VENV: [&str; 2] = ["python3 -c import ensurepip, venv", "python3 -m venv venv"];

#[test]
fn the_steps_are_run_once() {
    let machine = Machine::with(&["python3"]);
    machine.implementations("install protego").assert(0, &["protego 0.7.0: installed in "]);
    let pip = format!("{PIP} --require-hashes -r requirements.txt");
    assert_eq!(machine.log(), [VENV[0], VENV[1], &pip]);
    assert_eq!(machine.stored(), ["protego@0.7.0"]);
    let folder = machine.store().join("protego@0.7.0");
    assert!(folder.join("protego/shim.py").is_file());
    assert!(folder.join("python/repspec_adapter.py").is_file());

    machine.implementations("install protego").assert(0, &["0.7.0: is installed already"]);
    machine.implementations("install protego@0.7.0").assert(0, &["0.7.0: is installed already"]);
    assert_eq!(machine.log(), [""; 0]);
}

#[test]
fn another_version_is_installed_beside_it_without_hashes() {
    let machine = Machine::with(&["python3"]);
    let said = machine.implementations("install protego protego@0.1.16 protego@0.1.16");
    said.assert(0, &["protego 0.1.16: note: no hash was checked"]);
    assert!(!said.stderr.contains("0.7.0: note"), "{}", said.stderr);
    assert_eq!(machine.stored(), ["protego@0.1.16", "protego@0.7.0"]);
    let file = machine.store().join("protego@0.1.16/protego/requirements.txt");
    assert_eq!(fs::read_to_string(file).unwrap(), "protego==0.1.16\n");
    assert!(machine.log().contains(&format!("{PIP} -r requirements.txt")));
}

#[test]
fn a_failure_leaves_nothing_and_the_others_go_on() {
    let mut machine = Machine::with(&["python3"]).but("fail", "pip install");
    let said = machine.implementations("install protego urllib-robotparser");
    let failed = format!("protego 0.7.0: NOT installed: `venv/bin/{PIP}");
    let output = "ended with exit status 7\nsome output\nno such package\n";
    said.assert(1, &[&failed, output, "not installed: 1 of 2: protego 0.7.0\n"]);
    assert_eq!(machine.stored(), ["urllib-robotparser@system"]);
    machine.misbehave("", "");
    let said = machine.implementations("install protego");
    said.assert(0, &[]);
    assert!(!said.stderr.contains("some output"));
}

#[test]
fn one_that_does_not_start_is_not_installed() {
    let machine = Machine::with(&["python3"]).but("mute", "pip install");
    let because = "NOT installed: it does not start: exit status 3, before its hello";
    machine.implementations("install protego").assert(1, &[because]);
    assert_eq!(machine.stored(), [""; 0]);
}

#[test]
fn one_that_is_odd_is_installed_with_a_note() {
    let machine = Machine::with(&["python3"]).but("err", "pip install");
    let note = "note: it answers `disallow` for https://shop.example/public/page";
    machine.implementations("install protego").assert(0, &[note]);
    let machine = Machine::with(&["python3"]).but("lie", "pip install");
    let note = "note: its hello says that it is version 9.9, not 0.7.0";
    machine.implementations("install protego").assert(0, &[note]);
    machine.implementations("check").assert(1, &["protego@0.7.0: its hello says"]);
}

#[test]
fn what_is_missing_is_named_with_its_package() {
    let nothing = Machine::with(&[]);
    let said = nothing.implementations("install protego urllib-robotparser");
    let missing = "NOT installed: python3 is missing (on Debian: apt-get install python3)\n";
    said.assert(
        1,
        &[&format!("protego 0.7.0: {missing}"), &format!("urllib-robotparser system: {missing}")],
    );
    assert_eq!(nothing.stored(), [""; 0]);
    let bare = Machine::with(&["python3"]).but("fail", "import ensurepip");
    let missing = "Python's module venv is missing (on Debian: apt-get install python3-venv)\n";
    bare.implementations("install protego").assert(1, &[missing]);
}

#[test]
fn names_are_checked_before_anything_is_done() {
    let machine = Machine::with(&["python3"]);
    let unknown = "no implementation is named `protgo`; did you mean `protego`?";
    machine.implementations("install urllib-robotparser protgo").assert(2, &[unknown]);
    machine.implementations("install robotxt@0.5.0").assert(2, &["is built in, in version 0.7.0"]);
    machine.implementations("install urllib-robotparser@3.9").assert(2, &["none can be chosen"]);
    machine.implementations("install ../protego").assert(2, &["a name has only"]);
    machine.implementations("install protego@--x").assert(2, &["a version has only"]);
    machine.implementations("install").assert(2, &["required"]);
    assert_eq!(machine.stored(), [""; 0]);
    machine.implementations("install robotxt").assert(0, &["robotxt: is built in"]);
}

#[test]
fn an_interruption_leaves_nothing() {
    for (signal, status) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        let machine = Machine::with(&["python3"]).but("hang", "pip install");
        let child = machine.repspec(&["implementations", "install", "protego"]).spawn().unwrap();
        while !machine.log().contains(&"hanging".to_owned()) {
            thread::sleep(Duration::from_millis(5));
        }
        let begin = Instant::now();
        kill_process(Pid::from_child(&child), signal).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(status));
        assert!(begin.elapsed() < Duration::from_secs(10), "the tool was waited for");
        assert_eq!(machine.stored(), [""; 0]);
    }
}

/// In any version: those that the lock files pin would have to have the right hashes.
#[test]
fn all_are_made_by_the_recipe_of_their_registry() {
    let tools = ["cargo", "cc", "go", "java", "javac", "mvn", "node", "npm", "python3"];
    let machine = Machine::with(&tools);
    let list = machine.implementations("list --json").stdout;
    let list: Vec<serde_json::Value> = serde_json::from_str(&list).unwrap();
    for row in list {
        let registry = row["package"]["registry"].as_str().unwrap_or("built in");
        if !["built in", "debian", "runtime"].contains(&registry) {
            let install = format!("install {}@0.0.1", row["name"].as_str().unwrap());
            machine.implementations(&install).assert(0, &["installed in "]);
        }
    }
}
