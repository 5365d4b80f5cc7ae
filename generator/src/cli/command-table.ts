import { DATE_FORMS, PARTS, RUNTIME_USES } from '../model/package-parts.js'

/** One flag, for parsing, help and shell completion. */
export interface Flag {
  readonly type: 'string' | 'boolean'
  readonly short?: string
  readonly text: string
  /** The placeholder of the value in the help; the shell completes `FILE` and `DIR`. */
  readonly value?: string
  /** Whether it can be given several times. */
  readonly multiple?: boolean
  /** All allowed values. */
  readonly values?: readonly string[]
  /** Whether it accepts several of its values, separated by commas. */
  readonly list?: boolean
}

/** A part of a command's help below its options: a paragraph, or a table with a title. */
export type Detail =
  | string
  | { readonly title: string; readonly rows: readonly (readonly [name: string, text: string])[] }

export interface CommandEntry {
  /** The arguments after the name. */
  readonly args: string
  /** One line among the other commands. */
  readonly summary: string
  /** The beginning of its own help. */
  readonly about: string
  /** The ways to call it, if there are several. */
  readonly usage?: readonly string[]
  readonly flags: Readonly<Record<string, Flag>>
  readonly details?: readonly Detail[]
  readonly examples: readonly string[]
  /** The kind of `args`: documents, packages of the configuration, or one of these words. */
  readonly takes: 'files' | 'packages' | readonly string[]
}

/** Flags that every command has. */
export const COMMON = {
  json: { type: 'boolean', text: 'Print one JSON document to stdout instead of text' },
  quiet: { type: 'boolean', text: 'Print only errors' },
  config: {
    type: 'string',
    value: 'FILE',
    text: 'Configuration file (default: the nearest tagwire.config.ts)',
  },
  help: { type: 'boolean', short: 'h', text: 'Show help' },
  version: { type: 'boolean', short: 'v', text: 'Show the version of tagwire' },
} as const satisfies Readonly<Record<string, Flag>>

const BREAKING = {
  type: 'string',
  multiple: true,
  value: 'NOTE',
  values: ['old-servers', 'decoded', 'dates'],
  text: 'Also treat changes with this note as breaking: old-servers, decoded or dates (repeatable)',
} as const

const READER = {
  type: 'string',
  value: 'READER',
  values: ['tolerant', 'strict'],
  text: 'Who reads responses: tolerant, as clients made by tagwire, or strict, which refuse what they do not know (default: tolerant)',
} as const

const FAIL_ON = {
  type: 'string',
  value: 'CLASS',
  values: ['breaking', 'additive'],
  text: 'Lowest class of change that fails the command: breaking or additive (default: breaking)',
} as const

const JOBS = {
  type: 'string',
  value: 'N',
  text: 'Generate up to N packages in parallel (default: half of the CPU cores)',
} as const

const READING = {
  'allow-remote': {
    type: 'boolean',
    text: 'Fetch remote references, over https and from public addresses only',
  },
  strict: { type: 'boolean', text: 'Treat warnings about the document as errors' },
} as const satisfies Readonly<Record<string, Flag>>

const DRIFT_AND_WARNINGS = {
  type: 'boolean',
  text: 'Also fail on drift, and treat warnings about the document as errors',
} as const satisfies Flag

const TARGET = {
  spec: { type: 'string', value: 'FILE', text: 'OpenAPI or OpenRPC document to read' },
  out: {
    type: 'string',
    value: 'DIR',
    text: 'Folder to write the package to, or a file that ends in .ts: everything in one module, without imports',
  },
  name: {
    type: 'string',
    value: 'NAME',
    text: 'npm name of the package (default: the name of the folder)',
  },
  emit: {
    type: 'string',
    value: 'PARTS',
    values: [...PARTS, 'none'],
    list: true,
    text: 'Parts to generate besides types, separated by commas: client, schema, validate, decode, mock, emitters such as ./my.emitter.ts, or none (default: the first five; for one file, client)',
  },
  server: {
    type: 'string',
    value: 'URL',
    text: "Default base URL of the client (default: the document's first server)",
  },
  runtime: {
    type: 'string',
    value: 'USE',
    values: RUNTIME_USES,
    text: 'Import @tagwire/runtime (package) or copy the files that are used (inline) (default: package)',
  },
  'import-extension': {
    type: 'string',
    value: 'EXT',
    values: ['.js', 'none', '.ts'],
    text: 'Extension of relative imports: .js, .ts or none (default: .js in a package, detected inside an app)',
  },
  dates: {
    type: 'string',
    value: 'FORM',
    values: DATE_FORMS,
    text: 'Type of date-time values that the client returns: text, or date for Date objects (default: text)',
  },
  readonly: {
    type: 'boolean',
    text: 'Make the properties, arrays and maps of all types readonly',
  },
} as const satisfies Readonly<Record<string, Flag>>

const LEARN = {
  type: 'string',
  multiple: true,
  value: 'WHAT',
  text: 'Also propose changes for outages (5xx, 429, 401, redirects for signing in) or content-types that the document does not have (repeatable)',
} as const

export const COMMANDS = {
  generate: {
    args: '[names…]',
    takes: 'packages',
    summary: 'Generate the configured packages',
    about: 'Generate the configured packages, or a single package without a configuration.',
    usage: [
      'generate [names…] [options]',
      'generate --spec FILE --out DIR [--name NPM_NAME] [options]',
      'generate --spec FILE --out FILE.ts [options]',
    ],
    flags: {
      ...TARGET,
      watch: {
        type: 'boolean',
        text: 'Generate again whenever a document or the configuration changes',
      },
      prune: {
        type: 'boolean',
        text: 'Delete the client of a document that no longer has any operations',
      },
      unformatted: {
        type: 'boolean',
        text: 'Where the formatter does not exist, write code that is not formatted',
      },
      jobs: JOBS,
      ...READING,
    },
    details: [
      'The options from --spec to --readonly describe a single package and replace the configuration. In tagwire.config.ts they are called spec, out, name, emit, server, runtime, importExtension, dates and readonly.',
      'Inside an app, only source files are written, without package.json and README: always in its src folder, and elsewhere if the package has no name.',
      'Unchanged files are not touched, and generated files that are no longer needed are deleted. A run that fails leaves everything as it was.',
      'Exit code: 0, or 1 if a document has errors.',
    ],
    examples: [
      'tagwire generate',
      'tagwire generate routing --watch',
      'tagwire generate --spec openapi.yaml --out packages/api --name @acme/api',
      'tagwire generate --spec openapi.yaml --out src/api --emit client',
      'tagwire generate --spec openapi.yaml --out src/api.ts',
      'tagwire generate --spec openapi.yaml --out src/api --emit client,@tagwire/emit-query',
    ],
  },

  check: {
    args: '[names…]',
    takes: 'packages',
    summary: 'Check that the generated packages are up to date',
    about:
      'Check that the generated packages are up to date, without writing anything. Prints what generate would change, as a unified diff. For CI.',
    usage: ['check [names…] [options]', 'check --spec FILE --out DIR [--name NPM_NAME] [options]'],
    flags: {
      ...TARGET,
      fix: { type: 'boolean', text: 'Update the files that differ, as generate would' },
      jobs: JOBS,
      ...READING,
    },
    details: [
      'Long diffs are cut off, with the number of lines that follow. Files that differ only in formatting are reported as such. In GitHub Actions, the command also annotates the files and writes the job summary.',
      'Exit code: 0 if everything is up to date or was fixed, or 1 if a file differs, is missing or should not be there, or if a document has errors.',
    ],
    examples: [
      'tagwire check',
      'tagwire check --spec openapi.yaml --out packages/api --name @acme/api',
    ],
  },

  diff: {
    args: 'OLD NEW',
    takes: 'files',
    summary: 'Find breaking changes between two versions of a document',
    about:
      'Compare two versions of a document. Classifies each change as breaking, additive or docs-only for callers, and recommends a semver bump.',
    flags: {
      for: READER,
      'fail-on': FAIL_ON,
      breaking: BREAKING,
      accepted: {
        type: 'string',
        value: 'FILE',
        text: 'List of accepted breaking changes, which do not fail the command',
      },
      format: {
        type: 'string',
        value: 'FORMAT',
        values: ['text', 'json', 'markdown', 'github', 'sarif', 'junit', 'changelog', 'changeset'],
        text: 'Output format: text, json, markdown, github, sarif, junit, changelog or changeset (default: text)',
      },
      package: {
        type: 'string',
        multiple: true,
        value: 'NAME',
        text: 'With --format changeset: npm name of a package to bump (repeatable)',
      },
      ...READING,
    },
    details: [
      {
        title: 'Documents',
        rows: [
          ['FILE', 'A file'],
          ['URL', 'An http or https address'],
          ['git:REF:PATH', 'A file of a commit; PATH starts at the root of the repository'],
          ['package:NAME', 'The document of a configured package, with its overlays'],
          ['package:NAME/LINE', 'The same for one of its lines'],
          [
            'git:REF:package:NAME',
            'The same at a commit; if its configuration is a program, it is run',
          ],
        ],
      },
      {
        title: 'Classes of changes',
        rows: [
          ['breaking', 'Major: a program built with the old package fails, or no longer compiles'],
          ['additive', 'Minor: new methods, optional fields, variants or values of open enums'],
          ['docs', 'Patch: only descriptions changed; a new deprecation is a minor change'],
        ],
      },
      'Requests may become less strict, and responses more strict, without breaking callers. A type that is used in both has to follow both rules. New variants never break: generated code has a branch for variants that it does not know. Each change is reported once, where it was made: in the new document, or in the old one if something was removed.',
      {
        title: 'Evidence (in --json; the text shows the values)',
        rows: [
          ['value', 'A value that was valid and is refused now, or a proof that there is none'],
          ['type', 'A rule for names, types and what is not about values'],
          ['unproven', 'Neither could be found: counts as breaking, and is listed apart'],
        ],
      },
      {
        title: 'Notes (changes that break only some callers, unless --breaking names them)',
        rows: [
          [
            'old-servers',
            'Responses are described more strictly, so the new package rejects those of servers that have not been updated',
          ],
          ['decoded', 'Values of the ./decode entry have another type'],
          ['dates', "So do values of a client generated with dates: 'date'"],
        ],
      },
      'If one of the documents is that of a configured package, its policy and its acceptedBreaks count. With --config FILE, so do those of its only package, whatever the documents are.',
      'The file for --accepted is a YAML or JSON list. An entry needs change (a rule, or an id of oasdiff), reason, and one of subject, operation and path, which may contain *; the optional until is the last day on which it counts:',
      '  - change: field-removed\n    subject: Route.fee\n    reason: nobody reads it\n    until: 2027-01-31',
      'With --quiet, only changes that fail the command are printed. In GitHub Actions, the command also annotates the changes and writes the job summary.',
      'Exit code: 0, or 1 if there is a change of the class given by --fail-on or worse, or if a document has errors.',
    ],
    examples: [
      'tagwire diff released.yaml openapi.yaml',
      'tagwire diff released.yaml openapi.yaml --fail-on additive --json',
      'tagwire diff git:v1.2.0:openapi.yaml openapi.yaml',
      'tagwire diff git:origin/main:openapi.yaml openapi.yaml --format markdown',
      'tagwire diff git:origin/main:package:api package:api',
    ],
  },

  probe: {
    args: 'SPEC',
    takes: 'files',
    summary: 'Compare a document with a live server or recorded traffic',
    about:
      'Compare a document with reality: a live server, recorded traffic, or both. Reports each mismatch with the smallest change to the document that fixes it.',
    usage: [
      'probe SPEC --url URL [options]',
      'probe SPEC --samples DIR [options]',
      'probe SPEC --record --to URL [--port N] [--har FILE] [options]',
    ],
    flags: {
      url: {
        type: 'string',
        value: 'URL',
        text: 'Call the safe operations of a live server at this address',
      },
      samples: {
        type: 'string',
        value: 'DIR',
        text: 'Read recorded JSON, HAR and cURL files from a folder, or a single file of traffic',
      },
      server: {
        type: 'string',
        multiple: true,
        value: 'URL',
        text: 'Another server of the document, to which recorded traffic may belong (repeatable)',
      },
      learn: LEARN,
      header: {
        type: 'string',
        multiple: true,
        value: 'TEXT',
        text: "Header to send with every call, as 'Name: value'; never printed (repeatable)",
      },
      'timeout-ms': {
        type: 'string',
        value: 'N',
        text: 'Time limit of a call in milliseconds (default: 10000)',
      },
      record: {
        type: 'boolean',
        text: 'Record the traffic of any client through a local proxy, then compare it',
      },
      to: {
        type: 'string',
        value: 'URL',
        text: 'With --record: server to forward requests to',
      },
      port: {
        type: 'string',
        value: 'N',
        text: 'With --record: port of the proxy, or 0 for any free port (default: 8080)',
      },
      har: {
        type: 'string',
        value: 'FILE',
        text: 'With --record: HAR file to write (default: traffic.har)',
      },
      unsafe: {
        type: 'boolean',
        text: 'Also call operations that are not safe, with the example bodies',
      },
      cases: {
        type: 'string',
        value: 'N',
        text: 'With --url: make N requests for each operation from its schemas, valid and invalid ones, instead of using the examples',
      },
      rate: { type: 'string', value: 'N', text: 'Make at most N calls per second' },
      state: {
        type: 'string',
        value: 'FILE',
        text: 'Save progress to this file, so that an interrupted probe can resume',
      },
      'show-values': {
        type: 'boolean',
        text: 'Show values of requests and responses, which may be secret',
      },
      'add-operations': {
        type: 'boolean',
        text: 'With --samples or --record: also propose the operations that the document does not have',
      },
      apply: {
        type: 'boolean',
        text: 'Write the proposed changes to the document, keeping its comments',
      },
      overlay: {
        type: 'string',
        value: 'FILE',
        text: 'Write the proposed changes to an OpenAPI Overlay in YAML, or in JSON if FILE ends in .json, for a document that you do not own',
      },
      'allow-remote': READING['allow-remote'],
      strict: DRIFT_AND_WARNINGS,
    },
    details: [
      'Headers can also be in the environment variable TAGWIRE_HEADERS, one per line, so that no secret is in a command line.',
      'Each mismatch is reported with its JSON pointer, what the document says, what was received, and the proposed change. Mismatches that one change fixes are grouped. Drift is whatever the document does not describe yet: new fields, variants and values, and fields that x-tagwire-missing allows to be absent.',
      'Safe operations are GET and HEAD requests, unless x-tagwire-safe says otherwise, and OpenRPC methods with x-tagwire-safe. They are called with the examples of the document, at most four at a time. Redirects to other servers are not followed, and a call without a response counts as a failure. OpenRPC methods are called over HTTP.',
      '--cases N makes requests at the limits of every parameter and body, and beyond them: half of them are valid. A server that responds to a valid one with 5xx, or to an invalid one with 2xx or 5xx, is reported; responses are compared as usual. Only safe operations are called, unless --unsafe is given, and only over HTTP. The cases of a document are always the same.',
      'With --state, run the same command again to resume: calls that were answered are not repeated, nor are unsafe calls that were in progress. The file is deleted when the probe is complete.',
      {
        title: 'Names of sample files (case, _ and - are ignored; the number is optional)',
        rows: [
          ['route.request.json', 'Request body of an operation'],
          ['route.response.02.json', 'Response, the second sample of it'],
          ['status.query.json', 'Query parameters'],
          ['status.error404.json', 'Body of a 404 response'],
          ['abci_info.result.json', 'JSON-RPC result'],
          ['NewBlock.event.json', 'Event of a subscription'],
          ['asset.07.json', 'Value of a schema'],
          ['traffic.har', 'HTTP Archive of a browser or Playwright, with WebSocket messages'],
          ['traffic.curl', 'Output of curl -v'],
        ],
      },
      'Files with other names are listed and skipped.',
      'Recorded traffic is only compared if it belongs to a server of the document: its host, with any values of its variables, and its base path. Entries of other servers are left out and counted. --server adds a server, such as a staging host. If the document names no host, traffic of a single host is compared.',
      '--add-operations describes operations that were recorded but that the document does not have: a path with parameters where there are identifiers, and schemas from all samples; in OpenRPC, methods. Fields that are in all of at least three objects are required, objects with a tag become a union, and an enum needs ten samples. They are marked with x-tagwire-source: observed.',
      'Nothing is proposed for what an outage shows (5xx, 429, 401, redirects to a page for signing in), nor for responses with a content type that the document does not have. They are reported all the same. --learn outages and --learn content-types propose these changes, too.',
      '--record listens on 127.0.0.1 for HTTP and WebSocket, forwards everything to the server given by --to, and writes a HAR file when you press Ctrl-C. Values of headers, parameters and properties that look like secrets by name or content are left out, and so are bodies that are not JSON.',
      'Reports show types and lengths instead of values. Names, tags, enum values and limits are shown, because a change to the document has to contain them. --apply writes to the document; with package:NAME or package:NAME/LINE, it writes to the overlay of the package or the line if there is one. Review the changes before you commit them.',
      'Exit code: 0, or 1 if there is a mismatch, a call fails, nothing could be compared or the document has errors; 130 after Ctrl-C.',
    ],
    examples: [
      'tagwire probe openapi.yaml --url https://staging.example.com --header "authorization: $KEY"',
      'tagwire probe openapi.yaml --samples recorded --strict',
      'tagwire probe openapi.yaml --samples traffic.har --apply',
      'tagwire probe openapi.yaml --record --port 8080 --to https://staging.example.com',
      'tagwire probe openapi.yaml --url http://127.0.0.1:8080 --cases 50',
      'tagwire probe openrpc.yaml --url http://127.0.0.1:26657 --json',
    ],
  },

  ci: {
    args: '[names…]',
    takes: 'packages',
    summary: 'Run check, diff and probe in one step, for CI',
    about: 'Run check, diff and probe for a change, with one summary and one exit code.',
    flags: {
      base: {
        type: 'string',
        value: 'REF',
        text: 'Git reference to compare with (default: the target branch of the pull or merge request)',
      },
      for: READER,
      'fail-on': FAIL_ON,
      breaking: BREAKING,
      accepted: {
        type: 'string',
        value: 'FILE',
        text: 'List of accepted breaking changes; see tagwire diff --help',
      },
      samples: {
        type: 'string',
        multiple: true,
        value: 'NAME=DIR',
        text: 'Recorded payloads of a package, or of a line as NAME/LINE=DIR (default: the folder "recorded" next to the document) (repeatable)',
      },
      server: {
        type: 'string',
        multiple: true,
        value: 'NAME=URL',
        text: 'Another server of a package, to which recorded traffic may belong (repeatable)',
      },
      learn: { ...LEARN, text: `With --update: ${LEARN.text.replace('Also', 'also')}` },
      markdown: { type: 'string', value: 'FILE', text: 'Write a pull request comment' },
      sarif: { type: 'string', value: 'FILE', text: 'Write SARIF for code scanning' },
      junit: { type: 'string', value: 'FILE', text: 'Write a JUnit XML report' },
      update: {
        type: 'boolean',
        text: 'Update documents and packages to what servers do, and commit this on a branch',
      },
      url: {
        type: 'string',
        multiple: true,
        value: 'NAME=URL',
        text: 'With --update: live server of a package, whose safe operations are called (repeatable)',
      },
      header: {
        type: 'string',
        multiple: true,
        value: 'TEXT',
        text: "With --update: header to send with every call, as 'Name: value', or as 'NAME=Name: value' for the server of one package; never printed (repeatable)",
      },
      rate: {
        type: 'string',
        value: 'N',
        text: 'With --update: make at most N calls per second',
      },
      branch: {
        type: 'string',
        value: 'NAME',
        text: 'With --update: branch to create (default: tagwire/update)',
      },
      'add-operations': {
        type: 'boolean',
        text: 'With --update: also describe recorded operations that a document does not have',
      },
      'allow-loosening': {
        type: 'boolean',
        text: 'With --update: go on if more than a tenth of the operations would be described more loosely',
      },
      'dry-run': {
        type: 'boolean',
        text: 'With --update: show what would be committed, without changing anything',
      },
      'allow-remote': READING['allow-remote'],
      strict: DRIFT_AND_WARNINGS,
    },
    details: [
      {
        title: 'Steps',
        rows: [
          ['check', 'The committed packages match their documents'],
          ['diff', 'No document breaks its callers; skipped if no base is known'],
          ['probe', 'Recorded payloads match the documents; skipped if there are none'],
        ],
      },
      'The comparison covers what packages are generated from: documents with their overlays and selected operations, each side as configured at that commit. Lines of a package are compared one by one. With three dots, as in --base origin/main..., the base is the merge base, so changes that others have merged since do not count. This is the default in GitHub and GitLab pipelines.',
      'In GitHub Actions, the command also annotates every finding and writes the job summary.',
      '--update is meant for a scheduled job. It fetches documents that are URLs or git references, probes the servers given by --url and the payloads given by --samples, and writes what it finds to the document, or to the overlay of a package that has one. It then generates the packages, compares, writes a changeset or CHANGELOG.md, and commits everything on a branch. Headers can also be in the environment variable TAGWIRE_HEADERS, one per line. Nothing is pushed; --markdown writes a description for the pull request. The working tree must be clean, and a run that fails leaves everything as it was.',
      'Nothing is learned from outages (5xx, 429, 401, redirects to a page for signing in), nor from content types that the document does not have, unless --learn asks for it. If more than a tenth of the operations would be described more loosely, for example by fields that are no longer required, --update changes nothing, lists the operations, and fails; --allow-loosening goes on.',
      'Exit code: 0, or 1 if a step fails.',
    ],
    examples: [
      'tagwire ci --base origin/main',
      'tagwire ci --base origin/main --accepted accepted-breaks.yaml --markdown comment.md',
      'tagwire ci --update --url api=https://api.example.com --markdown pull-request.md',
    ],
  },

  inspect: {
    args: 'SPEC',
    takes: 'files',
    summary: 'Show the operations, types and tagged unions of a document',
    about: 'Show what tagwire finds in a document: operations, types, tagged unions and formats.',
    flags: READING,
    details: [
      'With --quiet, only errors in the document are printed.',
      'Exit code: 0, or 1 if the document has errors.',
    ],
    examples: ['tagwire inspect openapi.yaml', 'tagwire inspect openapi.yaml --json'],
  },

  update: {
    args: '[names…]',
    takes: 'packages',
    summary: 'Fetch documents that are URLs or git references again',
    about:
      'Fetch documents that are URLs or git references again, update the committed copies, and show what changed for callers.',
    flags: READING,
    details: [
      'The copies are in the folder tagwire.specs next to the configuration. generate and check read these copies instead of fetching the documents. If a fetched document has errors, its copy stays as it was. Private and local addresses are only allowed in the configuration itself, not in references between documents.',
      'Exit code: 0, or 1 if a document has errors.',
    ],
    examples: ['tagwire update', 'tagwire update api && tagwire generate api'],
  },

  init: {
    args: 'SPEC',
    takes: 'files',
    summary: 'Create a configuration with a first package',
    about:
      'Create tagwire.config.ts with a first package, or add a package to tagwire.config.json. With --config FILE, use that file: JSON can be added to, any other format must be new.',
    flags: {
      out: {
        type: 'string',
        value: 'DIR',
        text: 'Folder of the package, or a file that ends in .ts (default: packages/<name>)',
      },
      name: {
        type: 'string',
        value: 'NAME',
        text: "npm name of the package (default: the document's title, in the scope of this project)",
      },
      'allow-remote': READING['allow-remote'],
    },
    details: [
      'SPEC can also be a URL or git:REF:PATH. A copy of the document is then written next to the configuration. Commit it; tagwire update refreshes it.',
      'Exit code: 0, or 1 if the document has errors or the package is already configured.',
    ],
    examples: [
      'tagwire init openapi.yaml --out packages/api --name @acme/api',
      'tagwire init http://localhost:8000/openapi.json',
    ],
  },

  completion: {
    args: 'SHELL',
    takes: ['bash', 'zsh', 'fish'],
    summary: 'Print a completion script for bash, zsh or fish',
    about:
      'Print a script that completes commands, options, their values and file names in bash, zsh or fish.',
    flags: {},
    details: [
      'To complete package names, the scripts call tagwire completion packages, which reads the text of the nearest configuration without running it.',
    ],
    examples: [
      'tagwire completion bash >> ~/.bashrc',
      'tagwire completion zsh > ~/.zfunc/_tagwire',
      'tagwire completion fish > ~/.config/fish/completions/tagwire.fish',
    ],
  },
} as const satisfies Readonly<Record<string, CommandEntry>>

export type CommandName = keyof typeof COMMANDS

/** One command as plain data, for code that iterates over all of them. */
export function entryOf(name: CommandName): CommandEntry {
  return COMMANDS[name]
}

export function isCommand(word: string): word is CommandName {
  return Object.hasOwn(COMMANDS, word)
}

export const COMMAND_NAMES: readonly CommandName[] = Object.keys(COMMANDS).filter(isCommand)
