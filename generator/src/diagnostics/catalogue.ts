/** The meaning of one code, whatever the document: why it is a fault and how to fix it. */
export interface Explanation {
  readonly title: string
  readonly cause: string
  readonly fix: string
}

/** Codes never change their meaning. 1xxx reading, 2xxx schemas, 3xxx unions, 4xxx names, 5xxx operations, 6xxx x-tagwire words, 7xxx configuration, 8xxx overlays and selections, 9xxx our own faults. */
const explanations = {
  TW1001: {
    title: 'the document cannot be read',
    cause: 'The file does not exist, is a folder, or this user may not read it.',
    fix: 'Check the path; it is relative to the configuration file, or to the working directory.',
  },
  TW1002: {
    title: 'the text is not valid YAML or JSON',
    cause:
      'The text cannot be read from this place on: a tab, a colon without quotes, a bracket that is not closed, a merge conflict.',
    fix: 'Mend the syntax there; what follows was not read.',
  },
  TW1003: {
    title: 'not a document this generator knows',
    cause:
      'It says neither `openapi: 3.x` nor `openrpc: 1.x`; the message says what it is instead, where that can be told.',
    fix: 'Convert Swagger 2.0 and Postman collections to OpenAPI 3 first, or point at the right file.',
  },
  TW1004: {
    title: 'a $ref leads nowhere',
    cause: 'The file or the place in it that the reference names does not exist.',
    fix: 'Correct the reference, or add what it names.',
  },
  TW1005: {
    title: 'a $ref that only leads to itself',
    cause: 'Following the reference ends where it began, without any schema on the way.',
    fix: 'Let one of the references in the circle be a schema.',
  },
  TW1006: {
    title: 'a remote $ref is not followed',
    cause: 'A document is untrusted input, so it may not make this program call a server.',
    fix: 'Give `--allow-remote` if you trust the document, or save the file beside it.',
  },
  TW1007: {
    title: 'a part of the document has the wrong form',
    cause: 'Where the specification puts an object, a list or a text, something else stands.',
    fix: 'Write it in the form that the message names.',
  },
  TW1008: {
    title: 'a word that looks misspelt',
    cause: 'The specification does not know it, but a word that is nearly the same.',
    fix: 'Correct the spelling, or begin words of your own with `x-`.',
  },
  TW1009: {
    title: 'a part that every such document has is missing',
    cause: 'The specification asks for it, and what is made of it here is left empty.',
    fix: 'Add it.',
  },
  TW1010: {
    title: 'a remote $ref cannot be fetched',
    cause: 'Only https is spoken, and only to public addresses; size and time have limits.',
    fix: 'Save the file beside the document and refer to that.',
  },
  TW1011: {
    title: 'a document beyond a limit',
    cause:
      'A document is untrusted input, so what reading it may take has limits; the message names this one.',
    fix: 'Split the document, or leave out what is not needed.',
  },
  TW2001: {
    title: 'unknown type',
    cause: 'JSON Schema knows seven types, each by its name.',
    fix: 'The types are string, number, integer, boolean, object, array and null.',
  },
  TW2002: {
    title: '`required` as a boolean',
    cause: 'In a schema, `required` is a list of property names beside `properties`.',
    fix: 'Name the property in the `required` list of the schema that holds it.',
  },
  TW2003: {
    title: '`nullable` beside `$ref`',
    cause:
      'OpenAPI 3.0 ignores everything beside a `$ref`, so the author meant more than was said.',
    fix: 'Write `oneOf: [{ $ref: … }, { type: "null" }]` (3.1), or `allOf` with `nullable` (3.0).',
  },
  TW2004: {
    title: 'a default of the wrong type',
    cause: 'The default is not a value of its own schema.',
    fix: 'Correct the default or drop it; it is left out of what is generated.',
  },
  TW2005: {
    title: 'a keyword has the wrong kind of value',
    cause: 'The value cannot mean anything here.',
    fix: 'See the JSON Schema reference for the keyword.',
  },
  TW2006: {
    title: 'a keyword that validators do not check in full',
    cause: 'What it means depends on more than the place where it stands.',
    fix: 'Say the same with other keywords, or check it in your own code.',
  },
  TW2007: {
    title: 'a pattern that is not checked',
    cause:
      'It is no regular expression, or one that could be kept busy for hours and that the linear matcher cannot run: it refers back to a group, looks around by more than one character, or is too large.',
    fix: 'Say the same without references, lookaround and large repetitions, or check it in your own code.',
  },
  TW2008: {
    title: 'words beside `$ref`',
    cause: 'Before JSON Schema 2019-09, and in OpenAPI 3.0, they have no meaning there.',
    fix: 'Put the reference and the words into the two parts of an `allOf`.',
  },
  TW2009: {
    title: 'a required property that is not described',
    cause: '`required` names something that `properties` does not have.',
    fix: 'Describe the property, or correct its spelling in one of the two places.',
  },
  TW2010: {
    title: 'a number that does not survive being read',
    cause:
      'JavaScript holds whole numbers exactly up to 9007199254740991, and JSON has neither NaN nor Infinity.',
    fix: 'Describe it as a string, or leave the value out of the list.',
  },
  TW2011: {
    title: 'a `null` that the rest of the schema refuses',
    cause:
      '`type` and `enum`, `oneOf`, … all have to hold, so the author meant more than was said.',
    fix: "Add `null` to the `enum`, or `{ type: 'null' }` to the `oneOf` or `anyOf`.",
  },
  TW2012: {
    title: 'words that contradict each other',
    cause: 'Every word of a schema has to hold, so no value can fit all of them.',
    fix: 'Correct one of them.',
  },
  TW2013: {
    title: 'a word of another OpenAPI version',
    cause:
      'OpenAPI 3.0 has a language of schemas of its own, and 3.1 has JSON Schema; some words mean something in only one of them.',
    fix: 'Write it as the version of the document has it, or change the version. Until then it is read as the message says.',
  },
  TW2014: {
    title: 'an example that does not fit',
    cause: 'The example is no value of its own schema, so one of the two is wrong.',
    fix: 'Correct the example, or the schema if the service really sends this.',
  },
  TW3001: {
    title: 'the key of a one-key variant is not required',
    cause: 'As written, every object matches every member of the union.',
    fix: 'Add `required: [<key>]` to the member.',
  },
  TW3002: {
    title: 'two variants have the same tag',
    cause: 'A reader could not distinguish them.',
    fix: 'Give each member a key or tag of its own, or merge them.',
  },
  TW3003: {
    title: 'no tag distinguishes the variants',
    cause: 'No key, no property and no pair has a value of its own in each member.',
    fix: 'Add a discriminator, or say `x-tagwire-tag: none` to accept a plain union type.',
  },
  TW3004: {
    title: 'the union does not have the tag it claims',
    cause: '`discriminator` or `x-tagwire-tag` names a property that its members do not have.',
    fix: 'Correct the name, or give each member the property with a single value.',
  },
  TW3005: {
    title: 'a mapping of a discriminator leads nowhere',
    cause: 'The schema that it names does not exist, or is no member of the union.',
    fix: 'Correct the address, or remove the entry; it is left out.',
  },
  TW3006: {
    title: 'what looks like a union, but does not say so',
    cause: 'Every property is optional and an object of its own, as in a union with one key each.',
    fix: 'If there is always exactly one, say so with `oneOf`; if not, say `x-tagwire-tag: none`.',
  },
  TW4001: {
    title: 'two things would get the same name',
    cause: 'Both names become one TypeScript identifier.',
    fix: 'Rename one of them, or give it a name with `x-tagwire-name`.',
  },
  TW4002: {
    title: 'a name that is taken',
    cause:
      'Two different names become one TypeScript identifier, so one of them is called otherwise.',
    fix: 'Give it a name with `x-tagwire-name`.',
  },
  TW4003: {
    title: 'a schema is called like something of the client',
    cause: 'The package can export only one thing of a name, and the document comes first.',
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
    fix: 'Make both say the same.',
  },
  TW5004: {
    title: 'a server that cannot be called',
    cause: 'Only http, https, ws and wss addresses and relative paths are servers.',
    fix: 'Correct the URL; it is left out of what is generated.',
  },
  TW5005: {
    title: 'a part of an operation cannot be understood',
    cause: 'The value has not the form that the specification gives it.',
    fix: 'See the specification for the object.',
  },
  TW5006: {
    title: 'two parameters of one name',
    cause: 'The name of a parameter has to be unique in its place: path, query, header or cookie.',
    fix: 'Remove one of them, or give it a name of its own.',
  },
  TW5007: {
    title: 'a security requirement that names no scheme',
    cause: '`components.securitySchemes` does not have the scheme, so nothing says what to send.',
    fix: 'Describe the scheme, or correct its name.',
  },
  TW5008: {
    title: 'a path that is none',
    cause: 'A path is appended to the address of a server, so it begins with a slash.',
    fix: 'Begin it with `/`.',
  },
  TW5009: {
    title: 'a key of `responses` that is no status',
    cause: 'Answers are described by their status: 200, a range like 2XX, or default.',
    fix: 'Correct the status.',
  },
  TW5010: {
    title: 'a body that may be left out, unlike the others',
    cause: 'A request body is optional unless it says `required: true`, which is easily forgotten.',
    fix: 'Add `required: true`, or `required: false` where that is meant.',
  },
  TW5011: {
    title: 'a body that cannot be sent',
    cause: 'Requests with GET and HEAD have no body: `fetch` refuses to send one, everywhere.',
    fix: 'Describe it as parameters, or use POST or QUERY; it is left out of what is generated.',
  },
  TW5012: {
    title: 'servers that a client cannot call',
    cause: 'Methods are called over HTTP, and no server of this path or operation speaks it.',
    fix: 'Name one whose address begins with https, http or a slash.',
  },
  TW5013: {
    title: 'an operation that cannot be sent',
    cause: 'The standard of `fetch` forbids TRACE, CONNECT and TRACK, and names without a form.',
    fix: 'Call it by other means; the client has all other operations.',
  },
  TW5014: {
    title: 'an encoding that is not followed',
    cause:
      'Parts of a form have no headers of their own (RFC 7578); other multipart bodies are not written part by part.',
    fix: 'Make it a member of the form. Other multipart bodies are given as a Blob whose type has the boundary.',
  },
  TW6001: {
    title: 'unknown x-tagwire word',
    cause: 'A misspelt word would be ignored silently, so none is.',
    fix: 'Correct the spelling, or use another prefix for words of your own.',
  },
  TW6002: {
    title: 'an x-tagwire word is used wrongly',
    cause: 'Its value has not the form the vocabulary gives it.',
    fix: 'Its form is in vocabulary.schema.json of the package tagwire; the page on extensions (docs/extensions.md) has examples.',
  },
  TW6003: {
    title: 'an x-tagwire word says nothing where it stands',
    cause:
      'It is a word for other places, or for the other language: pages of HTTP operations are not read as one sequence.',
    fix: 'Move it where the message says, or remove it; docs/extensions.md has a table of places.',
  },
  TW7001: {
    title: 'the configuration cannot be used',
    cause: 'It is missing, does not load, or says something that cannot be.',
    fix: 'A configuration has the form `{ packages: { name: { spec, out, name } } }`; `tagwire init SPEC` writes one.',
  },
  TW7002: {
    title: 'the output cannot be written',
    cause: 'A folder is missing, not ours, or not writable.',
    fix: 'Choose an `out` folder that can be made and written to, on an ordinary disk.',
  },
  TW7003: {
    title: 'there is nothing to compare the document with',
    cause: 'No server or folder of payloads is named, or it is none that can be used.',
    fix: 'See `tagwire probe --help` for examples.',
  },
  TW7004: {
    title: 'the command line means nothing',
    cause: 'A command, an option or an argument is missing, or is not known.',
    fix: 'See `tagwire --help`.',
  },
  TW8001: {
    title: 'an overlay that cannot be applied',
    cause: 'What stands there has no meaning in an OpenAPI Overlay 1.x.',
    fix: 'Write actions of the form `{ target: JSONPath, update: … }` or `{ target, remove: true }`.',
  },
  TW8002: {
    title: 'an action that changes nothing',
    cause: 'The target of the action selects nothing; often the document has changed since.',
    fix: 'Correct the JSONPath, or remove the action if the document has been mended.',
  },
  TW8003: {
    title: 'a selection that matches nothing',
    cause: 'No operation of the document has the tag, path, method or operationId.',
    fix: 'Correct the spelling, or remove it from `include` or `exclude`.',
  },
  TW7005: {
    title: 'generated code cannot be laid out on this machine',
    cause:
      'The formatter (oxfmt) is a native program, and the one for this machine is not installed or does not start.',
    fix: 'Install again with optional dependencies (`npm install` without `--omit=optional`). Without it nothing is written: the bytes would be others than everywhere else.',
  },
  TW7006: {
    title: 'the list of accepted breaks cannot be used',
    cause: 'It cannot be read, or an entry lacks its change, subject or reason.',
    fix: 'Write a list of `{ change, subject, reason, until }` in YAML or JSON; `until` is the last day and may be absent.',
  },
  TW7007: {
    title: 'a client would be deleted',
    cause: 'The package had operations, and its document has none any more.',
    fix: 'Mend the document or the selection; if it is meant, run `tagwire generate --prune`.',
  },
  TW7008: {
    title: 'the repository cannot be updated',
    cause: 'It is none of git, has changes that are not committed, or the branch is there already.',
    fix: 'Commit or stash what is open, and delete the branch or name another one with `--branch`.',
  },
  TW7010: {
    title: 'an emitter cannot be used',
    cause: 'It does not load, throws, or returns what cannot be a module of the package.',
    fix: 'The fault is in the emitter that is named, or in the version of tagwire that it is made for. Mend it, or leave it out of `emit`.',
  },
  TW9002: {
    title: 'tagwire met something that it does not handle',
    cause:
      'Either the document has a form that no specification knows, or this is our fault. Nothing was written.',
    fix: 'Please report it with the smallest document that shows it; TAGWIRE_DEBUG=1 prints the stack.',
  },
  TW9001: {
    title: 'the generator wrote something that does not parse',
    cause: 'This is a fault of tagwire, not of the document. Nothing was written.',
    fix: 'Please report it with the smallest document that shows it.',
  },
} as const satisfies Record<string, Explanation>

export type Code = keyof typeof explanations

export const catalogue: Readonly<Record<Code, Explanation>> = explanations
