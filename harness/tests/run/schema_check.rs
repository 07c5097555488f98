//! As much of JSON Schema as the published schemas use; a word that is not known here is an error, not ignored.
//! Stricter in one point: a field that the schema does not name is an error too.

use serde_json::Value;

/// What in the document is not as the schema says, with its place.
pub(crate) fn mistakes(schema: &Value, document: &Value) -> Vec<String> {
    check(schema, schema, document, "$")
}

fn check(root: &Value, schema: &Value, value: &Value, place: &str) -> Vec<String> {
    let Some(words) = schema.as_object() else {
        return if schema == &Value::Bool(true) {
            Vec::new()
        } else {
            vec![format!("{place}: {schema}")]
        };
    };
    let mistakes = words.iter().flat_map(|(word, says)| match word.as_str() {
        "$schema"
        | "$defs"
        | "title"
        | "description"
        | "format"
        | "default"
        | "properties"
        | "additionalProperties"
        | "patternProperties" => Vec::new(),
        "$ref" => {
            let path = says.as_str().unwrap().strip_prefix('#').unwrap();
            check(root, root.pointer(path).unwrap(), value, place)
        }
        "type" => wrong_unless(is_of_type(says, value), place, says),
        "const" => wrong_unless(says == value, place, says),
        "enum" => wrong_unless(says.as_array().unwrap().contains(value), place, says),
        "minimum" => wrong_unless(value.as_f64() >= says.as_f64(), place, says),
        "anyOf" => wrong_unless(fitting(root, says, value, place) > 0, place, says),
        "oneOf" => wrong_unless(fitting(root, says, value, place) == 1, place, says),
        "items" => {
            let items = value.as_array().into_iter().flatten().enumerate();
            items
                .flat_map(|(at, item)| check(root, says, item, &format!("{place}[{at}]")))
                .collect()
        }
        "required" => {
            let names = says.as_array().unwrap().iter().map(|name| name.as_str().unwrap());
            let missing = names.filter(|name| value.get(name).is_none());
            missing.map(|name| format!("{place}: no {name}")).collect()
        }
        unknown => panic!("{place}: this check does not know the word {unknown}"),
    });
    mistakes.chain(fields(root, schema, value, place)).collect()
}

fn fields(root: &Value, schema: &Value, value: &Value, place: &str) -> Vec<String> {
    let (Some(fields), true) = (value.as_object(), is_about_fields(schema)) else {
        return Vec::new();
    };
    let of = |(name, field): (&String, &Value)| {
        let named = schema["properties"].get(name);
        let pattern = schema["patternProperties"].as_object().and_then(|all| all.values().next());
        let place = format!("{place}.{name}");
        match named.or(pattern).or(schema.get("additionalProperties")) {
            Some(says) => check(root, says, field, &place),
            None => vec![format!("{place}: not in the schema")],
        }
    };
    fields.iter().flat_map(of).collect()
}

fn is_about_fields(schema: &Value) -> bool {
    ["properties", "additionalProperties", "patternProperties"]
        .iter()
        .any(|word| schema.get(word).is_some())
}

fn fitting(root: &Value, schemas: &Value, value: &Value, place: &str) -> usize {
    let schemas = schemas.as_array().unwrap().iter();
    schemas.filter(|schema| check(root, schema, value, place).is_empty()).count()
}

fn is_of_type(types: &Value, value: &Value) -> bool {
    let is = |name: &Value| match name.as_str().unwrap() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "null" => value.is_null(),
        unknown => panic!("no type {unknown}"),
    };
    types.as_array().map_or_else(|| is(types), |types| types.iter().any(is))
}

fn wrong_unless(fits: bool, place: &str, says: &Value) -> Vec<String> {
    if fits { Vec::new() } else { vec![format!("{place}: not {says}")] }
}
