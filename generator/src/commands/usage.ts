import { type ParseArgsConfig, parseArgs } from 'node:util'

/** A command line that means nothing: one sentence, and exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

type Options = NonNullable<ParseArgsConfig['options']>

/** Flags that every command has. */
const COMMON = {
  json: { type: 'boolean' },
  quiet: { type: 'boolean' },
  config: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const satisfies Options

type Arguments<Known extends Options> = ReturnType<
  typeof parseArgs<{ options: typeof COMMON & Known; allowPositionals: true }>
>

export function readArguments<const Known extends Options>(
  args: readonly string[],
  known: Known,
): Arguments<Known> {
  const options = { ...COMMON, ...known }
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    const [first] = String(error instanceof Error ? error.message : error).split('. ')
    throw new UsageError(`${first ?? 'the arguments cannot be read'}.`)
  }
}

const OUTPUT_HELP = `  --json           one JSON document on stdout instead of text
  --quiet          errors only
  --config FILE    the configuration, instead of the nearest tagwire.config.ts
  --help           this text
  --version        the version of tagwire`

export const HELP: Readonly<Record<string, string>> = {
  tagwire: `tagwire generates TypeScript packages from OpenAPI 3.x and OpenRPC 1.x documents.

Usage: tagwire <command> [options]

  generate [names…]   write the configured packages
  check [names…]      write nothing; say what generate would change
  diff OLD NEW        say what changed for callers between two documents
  probe SPEC          compare a document with a live server or with recorded payloads
  inspect SPEC        show what tagwire reads in a document
  init SPEC           write a configuration with a first package

Options of all commands:
${OUTPUT_HELP}

Examples:
  tagwire generate
  tagwire generate --spec openapi.yaml --out packages/api --name @acme/api
  tagwire check --json
  tagwire inspect openrpc.json`,

  generate: `Writes the packages of the configuration, or one package without configuration.

Usage: tagwire generate [names…] [options]
       tagwire generate --spec FILE --out DIR [--name NPM_NAME] [--emit PARTS] [--server URL]

  --spec FILE      the OpenAPI or OpenRPC document
  --out DIR        the folder of the package
  --name NAME      its npm name; the name of the folder when absent
  --emit PARTS     what to write beside the types, of client,validate,mock; or none; all when absent
  --server URL     the address that the client calls by default; the document's first when absent
  --watch          write again whenever the document changes
  --strict         faults that have one obvious reading are errors too
${OUTPUT_HELP}

In a configuration these are \`spec\`, \`out\`, \`name\`, \`emit: ['client', 'validate']\` and \`server\`,
beside \`license\` and \`author\`. Inside the \`src\` of a package, and anywhere inside one when there
is no name, only sources are written: no package.json, no README.

Files that did not change are not touched, stray generated files are removed, and a run that fails
leaves everything as it was. Exit code 0, or 1 when a document has errors.

Examples:
  tagwire generate
  tagwire generate routing --watch
  tagwire generate --spec openapi.yaml --out packages/api --name @acme/api
  tagwire generate --spec openapi.yaml --out src/api --emit client`,

  check: `Says what generate would change, as unified diffs, and writes nothing. For CI.

Usage: tagwire check [names…] [options]
       tagwire check --spec FILE --out DIR [--name NPM_NAME] [--emit PARTS] [--server URL]

  --spec FILE      the OpenAPI or OpenRPC document
  --out DIR        the folder of the package
  --name NAME      its npm name; the name of the folder when absent
  --emit PARTS     what stands beside the types, of client,validate,mock; or none; all when absent
  --server URL     the address that the client calls by default; the document's first when absent
  --strict         faults that have one obvious reading are errors too
${OUTPUT_HELP}

Exit code 0 when everything is up to date, 1 when something differs, is missing or is stray, or when
a document has errors.

Examples:
  tagwire check
  tagwire check --spec openapi.yaml --out packages/api --name @acme/api`,

  diff: `Says what changed between two documents for callers, and which semver step that asks for.

Usage: tagwire diff OLD NEW [options]

  --fail-on CLASS  breaking (the default) or additive: the least class that makes the command fail
  --strict         faults that have one obvious reading are errors too
${OUTPUT_HELP}

breaking (major)  a program built with the old package fails, or code does not compile with the new
additive (minor)  only more can be done: methods, optional fields, variants, values of open lists
docs (patch)      only texts differ; what is deprecated now asks for a minor step

What callers send may only accept more, what they receive may only promise more; a type that does
both follows both rules. New variants never break: readers have an arm for what they do not know.
Every change stands once, at its cause, in the new document; what is gone stands in the old one.
With --quiet only what makes the command fail is printed. Exit code 0, or 1 when there is a change
of that class or a worse one, or when a document has errors.

Examples:
  tagwire diff released.yaml openapi.yaml
  tagwire diff released.yaml openapi.yaml --fail-on additive --json
  git worktree add ../released v1.2.0 && tagwire diff ../released/openapi.yaml openapi.yaml`,

  probe: `Compares a document with reality: a live server, a folder of recorded payloads, or both.

Usage: tagwire probe SPEC --url URL [options]
       tagwire probe SPEC --samples DIR [options]

  --url URL        the address of a live server; what is safe to call is called, with the examples
                   of the document as arguments
  --samples DIR    a folder of JSON files, one payload each, named by what they are
  --header TEXT    'Name: value', sent with every call; may be given several times, is never printed
  --timeout-ms N   how long one call may take; 10000 when absent
  --strict         drift fails too, and so do faults of the document with one obvious reading
${OUTPUT_HELP}

Every mismatch has its place in the payload, what the document says there, what came, and the
smallest change of the document that accepts it; mismatches that one change mends stand together.
Drift is what the document does not know: fields, variants and values that are new; and fields that
it knows to be missing in places (x-tagwire-missing).

Operations are safe when x-tagwire-safe says so; what HTTP calls safe, as GET and HEAD, is it unless
x-tagwire-safe says otherwise. At most four calls run at a time, redirects to other servers are not
followed, and a call without an answer counts as a failure of its own. Methods of OpenRPC are called
as JSON-RPC over HTTP.

Files are called <operation>.<form>.<number>.json or <schema>.<number>.json, numbers are optional:
  route.request.json  route.response.02.json  status.query.json  status.error404.json
  abci_info.result.json  NewBlock.event.json  asset.07.json
Case, '_' and '-' do not matter. Files whose name says nothing are listed.

Exit code 0, or 1 when something does not fit, a call fails, nothing could be compared or the
document has errors; 130 after Ctrl-C.

Examples:
  tagwire probe openapi.yaml --url https://staging.example.com --header "authorization: $KEY"
  tagwire probe openapi.yaml --samples recorded --strict
  tagwire probe openrpc.yaml --url http://127.0.0.1:26657 --json`,

  inspect: `Shows what tagwire reads in a document: operations, types, tagged unions, formats.

Usage: tagwire inspect SPEC [options]

  --strict         faults that have one obvious reading are errors too
${OUTPUT_HELP}

With --quiet only what is wrong with the document is printed.

Examples:
  tagwire inspect openapi.yaml
  tagwire inspect openapi.yaml --json`,

  init: `Writes tagwire.config.ts with a first package, or adds one to tagwire.config.json.
With --config FILE it is that file: one in JSON can be added to, any other must be new.

Usage: tagwire init SPEC [options]

  --out DIR        the folder of the package; packages/<name> when absent
  --name NAME      its npm name; made from the document's title when absent
${OUTPUT_HELP}

Example:
  tagwire init openapi.yaml --out packages/api --name @acme/api`,
}
