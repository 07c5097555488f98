//! YAML read event by event, so that a hostile file is refused at once and every value has its line.
//!
//! `serde_yaml` reads a whole document before it looks at it: deep brackets take it minutes, and what it hands
//! out has no lines. So this comes first, and allows a plain subset only: one document of mappings with text
//! keys, sequences and scalars, without anchors, aliases and tags.

use super::complaint::{Complaint, quoted};
use crate::printable;
use saphyr_parser::{Event, Parser, ScanError, Span, StrInput};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// The deepest nesting allowed; a case file needs 7.
const DEEPEST: usize = 16;

/// A value and the line where it begins; for a value of a mapping, the line of its key.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) line: usize,
    content: Content,
}

#[derive(Debug)]
enum Content {
    Scalar,
    Sequence(Vec<Node>),
    Mapping(BTreeMap<String, Node>),
}

impl Node {
    /// A value of a mapping; the mapping itself, as the nearest place, if it has none of that name.
    pub(super) fn key(&self, key: &str) -> &Self {
        match &self.content {
            Content::Mapping(entries) => entries.get(key).unwrap_or(self),
            Content::Scalar | Content::Sequence(_) => self,
        }
    }

    /// An item of a sequence; the sequence itself, as the nearest place, if it is shorter.
    pub(super) fn item(&self, index: usize) -> &Self {
        match &self.content {
            Content::Sequence(items) => items.get(index).unwrap_or(self),
            Content::Scalar | Content::Mapping(_) => self,
        }
    }
}

/// The lines of everything in a file, if it keeps to the subset.
pub(super) fn outline(file: &str, text: &str) -> Result<Node, Vec<Complaint>> {
    let mut reader =
        Reader { file, text, parser: Parser::new_from_str(text), told: 1, complaints: Vec::new() };
    match reader.document() {
        Ok(node) if reader.complaints.is_empty() => Ok(node),
        Ok(_) => Err(reader.complaints),
        Err(fatal) => {
            reader.complaints.push(fatal);
            Err(reader.complaints)
        }
    }
}

struct Reader<'a> {
    file: &'a str,
    text: &'a str,
    parser: Parser<'a, StrInput<'a>>,
    /// The line up to which the parser has told what there is.
    told: usize,
    complaints: Vec<Complaint>,
}

impl<'a> Reader<'a> {
    fn document(&mut self) -> Result<Node, Complaint> {
        loop {
            let (event, span) = self.next()?;
            match event {
                Event::StreamEnd => return Err(self.complaint("syntax", 1, "the file is empty")),
                Event::Nothing | Event::StreamStart | Event::DocumentStart(_) => {}
                event => {
                    let node = self.node(&event, span, 0)?;
                    self.end()?;
                    return Ok(node);
                }
            }
        }
    }

    fn end(&mut self) -> Result<(), Complaint> {
        loop {
            let (event, span) = self.next()?;
            match event {
                Event::StreamEnd => return Ok(()),
                Event::DocumentStart(_) => {
                    let message = "a second YAML document begins here; a file holds one";
                    return Err(self.complaint("syntax", span.start.line(), message));
                }
                _ => {}
            }
        }
    }

    fn node(&mut self, event: &Event<'a>, span: Span, depth: usize) -> Result<Node, Complaint> {
        let line = span.start.line();
        self.plain(event, line)?;
        if depth > DEEPEST {
            return Err(self.too_deep(line));
        }
        let content = match event {
            Event::SequenceStart(..) => self.sequence(depth)?,
            Event::MappingStart(..) => self.mapping(depth)?,
            _ => Content::Scalar,
        };
        Ok(Node { line, content })
    }

    fn sequence(&mut self, depth: usize) -> Result<Content, Complaint> {
        let mut items = Vec::new();
        loop {
            match self.next()? {
                (Event::SequenceEnd, _) => return Ok(Content::Sequence(items)),
                (event, span) => items.push(self.node(&event, span, depth + 1)?),
            }
        }
    }

    fn mapping(&mut self, depth: usize) -> Result<Content, Complaint> {
        let mut entries = BTreeMap::new();
        loop {
            let (event, span) = self.next()?;
            let line = span.start.line();
            let key = match &event {
                Event::MappingEnd => return Ok(Content::Mapping(entries)),
                Event::Scalar(key, ..) => key.to_string(),
                _ => return Err(self.complaint("syntax", line, "a key must be a plain word")),
            };
            self.plain(&event, line)?;
            let (event, span) = self.next()?;
            let value = self.node(&event, span, depth + 1)?;
            match entries.entry(key) {
                Entry::Vacant(place) => {
                    place.insert(Node { line, ..value });
                }
                Entry::Occupied(taken) => {
                    let message =
                        format!("the key {} is in this mapping already", quoted(taken.key()));
                    self.complaints.push(self.complaint("duplicate-key", line, message));
                }
            }
        }
    }

    /// Refuses what the subset leaves out.
    fn plain(&self, event: &Event<'a>, line: usize) -> Result<(), Complaint> {
        let (anchor, tag) = match event {
            Event::Alias(_) => (1, &None),
            Event::Scalar(_, _, anchor, tag)
            | Event::SequenceStart(anchor, tag)
            | Event::MappingStart(anchor, tag) => (*anchor, tag),
            _ => (0, &None),
        };
        if anchor > 0 {
            return Err(self.alias(line));
        }
        if tag.is_some() {
            let message = "tags (`!…`) are not allowed; quote the value if it is text";
            return Err(self.complaint("tag", line, message));
        }
        Ok(())
    }

    fn next(&mut self) -> Result<(Event<'a>, Span), Complaint> {
        match self.parser.next_event() {
            None => Ok((Event::StreamEnd, Span::default())),
            Some(Ok((event, span))) => {
                self.told = span.end.line();
                Ok((event, span))
            }
            Some(Err(error)) => Err(self.syntax(&error)),
        }
    }

    fn syntax(&self, error: &ScanError) -> Complaint {
        let line = error.marker().line().max(1);
        match error.info() {
            // The parser looks ahead, and may come upon these before they are told as events.
            "recursion limit exceeded" => return self.too_deep(line),
            info if info.ends_with("unknown anchor") => return self.alias(line),
            _ => {}
        }
        if let Some(line) = [line, line + 1].into_iter().find(|&line| self.is_indented_by_tab(line))
        {
            let message = "a tab is used as indentation; YAML allows spaces only";
            return self.complaint("tab", line, message);
        }
        let said = printable::line(error.info().as_bytes());
        // A bracket that is not closed is noticed much later.
        if self.told + 1 < line {
            let message = format!("not valid YAML: {said}, noticed in line {line} only");
            return self.complaint("syntax", self.told, message);
        }
        self.complaint("syntax", line, format!("not valid YAML: {said}"))
    }

    fn too_deep(&self, line: usize) -> Complaint {
        let message =
            format!("values are nested more than {DEEPEST} deep here; no file needs that");
        self.complaint("nesting-too-deep", line, message)
    }

    fn alias(&self, line: usize) -> Complaint {
        let message =
            "anchors and aliases are not allowed; write the value out, or quote it if it is text";
        self.complaint("alias", line, message)
    }

    fn is_indented_by_tab(&self, line: usize) -> bool {
        let text = self.text.split('\n').nth(line - 1).unwrap_or_default();
        text[..text.len() - text.trim_start().len()].contains('\t')
    }

    fn complaint(&self, code: &'static str, line: usize, message: impl Into<String>) -> Complaint {
        Complaint { code, file: self.file.to_owned(), line: Some(line), message: message.into() }
    }
}
