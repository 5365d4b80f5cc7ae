/** The meaning of one code, whatever the document: why it is a fault and how to fix it. */
export interface Explanation {
  readonly title: string
  readonly cause: string
  readonly fix: string
}

/** Codes never change their meaning. 1xxx reading, 2xxx schemas, 3xxx unions, 4xxx names, 5xxx operations, 6xxx x-tagwire extensions, 7xxx configuration, 8xxx overlays and selections, 9xxx bugs of tagwire. */
const explanations = {
  TW1001: {
    title: 'the document cannot be read',
    cause: 'The file does not exist, is a folder, or this user may not read it.',
    fix: 'Check the path; it is relative to the configuration file, or to the working directory.',
  },
  TW1002: {
    title: 'the text is not valid YAML or JSON',
    cause:
      'There is a syntax error here: a tab, an unquoted colon, an unclosed bracket, or a merge conflict.',
    fix: 'Fix the syntax there; the rest of the text was not read.',
  },
  TW1003: {
    title: 'not a document this generator knows',
    cause:
      'It has none of `openapi: 3.x`, `swagger: "2.0"` and `openrpc: 1.x`; the message names what it is instead, if that can be recognised.',
    fix: 'Convert Postman collections and other descriptions to OpenAPI 3 first, or point at the right file.',
  },
  TW1004: {
    title: 'a $ref cannot be resolved',
    cause: 'The file or the location in it does not exist.',
    fix: 'Correct the reference, or add its target.',
  },
  TW1005: {
    title: 'a $ref that only leads to itself',
    cause: 'Following the reference leads back to it, without any schema on the way.',
    fix: 'Replace one of the references in the cycle by a schema.',
  },
  TW1006: {
    title: 'a remote $ref is not followed',
    cause: 'A document is untrusted input, so it must not make this program call a server.',
    fix: 'Pass `--allow-remote` if you trust the document, or save the file next to it.',
  },
  TW1007: {
    title: 'a part of the document has the wrong form',
    cause: 'The specification requires an object, an array or a string here.',
    fix: 'Use the type that the message names.',
  },
  TW1008: {
    title: 'a keyword that looks misspelled',
    cause: 'The specification does not have this keyword, but one that is nearly the same.',
    fix: 'Correct the spelling, or start your own keywords with `x-`.',
  },
  TW1009: {
    title: 'a required part of the document is missing',
    cause: 'The specification requires it; it is treated as empty.',
    fix: 'Add it.',
  },
  TW1010: {
    title: 'a remote $ref cannot be fetched',
    cause: 'Only https is supported, and only public addresses; size and time are limited.',
    fix: 'Save the file next to the document, and refer to that.',
  },
  TW1011: {
    title: 'the document exceeds a limit',
    cause: 'A document is untrusted input, so there are limits; the message names the limit.',
    fix: 'Split the document, or leave out what is not needed.',
  },
  TW2001: {
    title: 'unknown type',
    cause: 'JSON Schema has seven types.',
    fix: 'The types are string, number, integer, boolean, object, array and null.',
  },
  TW2002: {
    title: '`required` as a boolean',
    cause: 'In a schema, `required` is a list of property names next to `properties`.',
    fix: 'Add the property to the `required` list of the schema around it.',
  },
  TW2003: {
    title: '`nullable` next to `$ref`',
    cause: 'OpenAPI 3.0 ignores everything next to a `$ref`, but the author certainly meant it.',
    fix: 'Write `oneOf: [{ $ref: … }, { type: "null" }]` (3.1), or `allOf` with `nullable` (3.0).',
  },
  TW2004: {
    title: 'a default of the wrong type',
    cause: 'The default is not a value of its own schema.',
    fix: 'Correct or remove the default; it is not generated.',
  },
  TW2005: {
    title: 'a keyword has the wrong kind of value',
    cause: 'The value has no meaning here.',
    fix: 'See the JSON Schema reference for the keyword.',
  },
  TW2006: {
    title: 'a keyword that validators do not check in full',
    cause: 'Its meaning depends on more than the schema it is in.',
    fix: 'Use other keywords, or check it in your own code.',
  },
  TW2007: {
    title: 'a pattern that is not checked',
    cause:
      'It is not a regular expression, or it could run for hours and the linear matcher does not support it: it has a backreference or a lookaround of more than one character, or is too large.',
    fix: 'Rewrite it without backreferences, lookaround and large repetitions, or check it in your own code.',
  },
  TW2008: {
    title: 'keywords next to `$ref`',
    cause: 'Before JSON Schema 2019-09, and in OpenAPI 3.0, they have no meaning there.',
    fix: 'Put the reference and the keywords into the two parts of an `allOf`.',
  },
  TW2009: {
    title: 'a required property that is not described',
    cause: '`required` lists a name that `properties` does not have.',
    fix: 'Describe the property, or correct one of the two names.',
  },
  TW2010: {
    title: 'a number that cannot be represented exactly',
    cause:
      'JavaScript represents integers exactly up to 9007199254740991, and JSON has neither NaN nor Infinity.',
    fix: 'Describe it as a string, or leave the value out of the list.',
  },
  TW2011: {
    title: 'a `null` that the rest of the schema rejects',
    cause:
      'A value has to match all of `type`, `enum`, `oneOf`, …, but the author certainly meant to allow `null`.',
    fix: "Add `null` to the `enum`, or `{ type: 'null' }` to the `oneOf` or `anyOf`.",
  },
  TW2012: {
    title: 'keywords that contradict each other',
    cause: 'A value has to match every keyword of a schema, and no value can match all of these.',
    fix: 'Correct one of them.',
  },
  TW2013: {
    title: 'a keyword of another OpenAPI version',
    cause:
      'OpenAPI 3.0 has its own schema language, and 3.1 uses JSON Schema; some keywords exist in only one of them.',
    fix: "Use the keyword of the document's version, or change the version. Until then it is read as the message says.",
  },
  TW2014: {
    title: 'an example that does not match its schema',
    cause: 'Either the example or the schema is wrong.',
    fix: 'Correct the example, or the schema if the service really sends such values.',
  },
  TW2015: {
    title: 'a keyword of another type',
    cause:
      'A keyword constrains only values of its own type: `items` arrays, `properties` objects, `minLength` strings. Beside another `type`, it has no effect.',
    fix: 'Remove the keyword, or correct the `type`.',
  },
  TW3001: {
    title: 'the key of a one-key variant is not required',
    cause: 'As written, every object matches every member of the union.',
    fix: 'Add `required: [<key>]` to the member.',
  },
  TW3002: {
    title: 'two variants have the same tag',
    cause: 'Values of the two cannot be distinguished.',
    fix: 'Give each member its own key or tag, or merge them.',
  },
  TW3003: {
    title: 'no tag distinguishes the variants',
    cause: 'No key, property or pair has a distinct value in each member.',
    fix: 'Add a discriminator, or `x-tagwire-tag: none` to accept a plain union type.',
  },
  TW3004: {
    title: 'the union does not have the declared tag',
    cause: '`discriminator` or `x-tagwire-tag` names a property that some members do not have.',
    fix: 'Correct the name, or give each member the property with a single value.',
  },
  TW3005: {
    title: 'a discriminator mapping cannot be resolved',
    cause: 'The schema does not exist, or is not a member of the union.',
    fix: 'Correct or remove the entry; it is ignored.',
  },
  TW3006: {
    title: 'a schema that looks like a union, but is not declared as one',
    cause:
      'All properties are optional and refer to different objects, as in a union with one key per variant.',
    fix: 'If exactly one is always present, use `oneOf`; if not, add `x-tagwire-tag: none`.',
  },
  TW4001: {
    title: 'a name that would be used twice',
    cause: 'Both names become the same TypeScript identifier.',
    fix: 'Rename one of them, or give it a name with `x-tagwire-name`.',
  },
  TW4002: {
    title: 'a name that is already used',
    cause: 'Two different names become the same TypeScript identifier, so one of them was changed.',
    fix: 'Give it a name with `x-tagwire-name`.',
  },
  TW4003: {
    title: 'a schema has the same name as an export of the client',
    cause: 'A package can export each name once, and names of the document take precedence.',
    fix: 'Give the schema a name with `x-tagwire-name`, or import the other one from the runtime.',
  },
  TW5001: {
    title: 'two operations have the same name',
    cause: 'An operationId or method name has to be unique in a document.',
    fix: 'Rename one of them.',
  },
  TW5002: {
    title: 'an operation without operationId',
    cause: 'Its method is named after the path, and a change of the path renames it.',
    fix: 'Add an `operationId`.',
  },
  TW5003: {
    title: 'a path parameter does not match its path',
    cause: 'The path has a `{name}` without parameter, or a parameter without `{name}`.',
    fix: 'Make them agree.',
  },
  TW5004: {
    title: 'a server that cannot be called',
    cause: 'A server is an http, https, ws or wss URL, or a relative path.',
    fix: 'Correct the URL; the server is ignored.',
  },
  TW5005: {
    title: 'a part of an operation cannot be understood',
    cause: 'The specification requires another form.',
    fix: 'See the specification for the object.',
  },
  TW5006: {
    title: 'two parameters with the same name',
    cause: 'Parameter names have to be unique in the path, the query, the headers and the cookies.',
    fix: 'Remove one of them, or rename it.',
  },
  TW5007: {
    title: 'a security requirement without a scheme',
    cause:
      '`components.securitySchemes` does not have the scheme, so the client does not know what to send.',
    fix: 'Describe the scheme, or correct its name.',
  },
  TW5008: {
    title: 'an invalid path',
    cause: 'A path is appended to the URL of a server, so it begins with a slash.',
    fix: 'Begin it with `/`.',
  },
  TW5009: {
    title: 'a key of `responses` that is not a status code',
    cause: 'Responses are described by status code: 200, a range like 2XX, or default.',
    fix: 'Correct the status code.',
  },
  TW5010: {
    title: 'an optional body, unlike the other bodies of the document',
    cause: 'A request body is optional without `required: true`, which is easily forgotten.',
    fix: 'Add `required: true`, or `required: false` if that is intended.',
  },
  TW5011: {
    title: 'a body that cannot be sent',
    cause: 'GET and HEAD requests have no body: `fetch` refuses to send one on every platform.',
    fix: 'Describe it as parameters, or use POST or QUERY; the body is ignored.',
  },
  TW5012: {
    title: 'servers that a client cannot call',
    cause: 'Methods are called over HTTP, which no server of this path or operation supports.',
    fix: 'Add one whose URL begins with https, http or a slash.',
  },
  TW5013: {
    title: 'an operation that cannot be sent',
    cause: 'The `fetch` standard forbids TRACE, CONNECT and TRACK, and malformed method names.',
    fix: 'Call it by other means; the client has all other operations.',
  },
  TW5014: {
    title: 'an `encoding` that is not supported',
    cause:
      'Parts of a form cannot have headers (RFC 7578), and other multipart bodies are not serialized part by part.',
    fix: 'Make it a field of the form. Pass other multipart bodies as a Blob whose type has the boundary.',
  },
  TW5015: {
    title: 'an invalid `style`',
    cause: 'The specification does not have this style, or not in this place.',
    fix: 'Use a style that the message names, or leave `style` out: the default of the place is sent.',
  },
  TW6001: {
    title: 'unknown x-tagwire extension',
    cause: 'Ignoring it would hide a typo.',
    fix: 'Correct the spelling, or use another prefix for your own extensions.',
  },
  TW6002: {
    title: 'an x-tagwire extension with an invalid value',
    cause: 'The value does not match the vocabulary.',
    fix: 'See vocabulary.schema.json of the package tagwire; docs/extensions.md has examples.',
  },
  TW6003: {
    title: 'an x-tagwire extension that has no effect here',
    cause:
      'It belongs to another object, or to the other description language: a sequence of JSON-RPC has no effect on HTTP operations.',
    fix: 'Move it to the object that the message names, or remove it; docs/extensions.md has a table.',
  },
  TW7001: {
    title: 'the configuration cannot be used',
    cause: 'It is missing, cannot be loaded, or has an invalid option.',
    fix: 'A configuration has the form `{ packages: { name: { spec, out, name } } }`; `tagwire init SPEC` writes one.',
  },
  TW7002: {
    title: 'the output cannot be written',
    cause: 'A folder is missing, belongs to something else, or is not writable.',
    fix: 'Choose an `out` folder that can be created and written to.',
  },
  TW7003: {
    title: 'there is nothing to compare the document with',
    cause: 'No server or folder of payloads was given, or it cannot be used.',
    fix: 'See `tagwire probe --help` for examples.',
  },
  TW7004: {
    title: 'the command line is invalid',
    cause: 'A command, an option or an argument is missing or unknown.',
    fix: 'See `tagwire --help`.',
  },
  TW8001: {
    title: 'an overlay that cannot be applied',
    cause: 'This is not valid in an OpenAPI Overlay 1.x.',
    fix: 'Write actions of the form `{ target: JSONPath, update: … }` or `{ target, remove: true }`.',
  },
  TW8002: {
    title: 'an action that changes nothing',
    cause: 'The target of the action selects nothing, often because the document has changed.',
    fix: 'Correct the JSONPath, or remove the action if the document has been fixed.',
  },
  TW8003: {
    title: 'a filter that matches nothing',
    cause: 'No operation of the document has this tag, path, method or operationId.',
    fix: 'Correct the spelling, or remove it from `include` or `exclude`.',
  },
  TW7005: {
    title: 'generated code cannot be formatted on this machine',
    cause:
      'The formatter (oxfmt) is native. Its binary for this machine is not installed, does not start, or does not exist: there are none for WebContainers, AIX, illumos, OpenBSD, NetBSD, and rare processors.',
    fix: 'Install again with optional dependencies (`npm install` without `--omit=optional`). Where there is no binary, `tagwire generate --unformatted` writes code with another layout, which `tagwire check` on other machines rejects.',
  },
  TW7006: {
    title: 'the list of accepted changes cannot be used',
    cause: 'It cannot be read, or an entry has no change, subject or reason.',
    fix: 'Write a list of `{ change, subject, reason, until }` in YAML or JSON; `until` is the last day and optional.',
  },
  TW7007: {
    title: 'a client would be deleted',
    cause: 'The package has operations, and its document no longer has any.',
    fix: 'Fix the document or the filters; if this is intended, run `tagwire generate --prune`.',
  },
  TW7008: {
    title: 'the repository cannot be updated',
    cause: 'It is not a git repository, has uncommitted changes, or already has the branch.',
    fix: 'Commit or stash the changes, and delete the branch or name another one with `--branch`.',
  },
  TW7010: {
    title: 'an emitter cannot be used',
    cause:
      'It cannot be loaded, throws, or returns something that cannot be a module of the package.',
    fix: 'Fix the named emitter, update it for this version of tagwire, or remove it from `emit`.',
  },
  TW7011: {
    title: 'the old document has errors',
    cause:
      'The old one of two documents that are compared cannot be read completely, or not at all. Its faulty parts are not compared, so that a change that repairs them can pass.',
    fix: 'Nothing, if the new document is the one that repairs it. Otherwise compare with a document without errors: changes of the faulty parts are not listed.',
  },
  TW7012: {
    title: 'an accepted warning that does not occur',
    cause:
      'The configuration accepts a warning at a place that no longer has it, or that was never right.',
    fix: 'Remove the entry from `accept`, or correct its place: `tagwire inspect SPEC --json` shows the `pointer` of each warning.',
  },
  TW7013: {
    title: 'an update would describe too many operations more loosely',
    cause:
      'What servers sent would loosen the types of more than a tenth of the operations, and of more than one. A faulty server is more likely than a wrong document.',
    fix: 'Look at what was received with `tagwire probe`. If the document is wrong, run `tagwire ci --update` again with `--allow-loosening`.',
  },
  TW7014: {
    title: 'a policy names a rule that does not exist',
    cause:
      'The `rule` of an entry is no kind of change, selects none with `*`, and is no id of oasdiff.',
    fix: 'Take the name from the list of rules, or leave `rule` out to select all of them.',
  },
  TW9002: {
    title: 'unexpected error',
    cause: 'This is a bug in tagwire, perhaps caused by an unusual document. Nothing was written.',
    fix: 'Please report it with the smallest document that shows it; TAGWIRE_DEBUG=1 prints the stack.',
  },
  TW9001: {
    title: 'generated code does not parse',
    cause: 'This is a bug in tagwire, not in the document. Nothing was written.',
    fix: 'Please report it with the smallest document that shows it.',
  },
} as const satisfies Record<string, Explanation>

export type Code = keyof typeof explanations

export const catalogue: Readonly<Record<Code, Explanation>> = explanations
