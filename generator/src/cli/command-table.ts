import { DATE_FORMS, PARTS, RUNTIME_USES } from '../model/package-parts.js'

/** One flag as parsing, help and shell completion see it. */
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
  /** Whether it takes several of its values, separated by commas. */
  readonly list?: boolean
}

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
  readonly details?: string
  readonly examples: readonly string[]
  /** The kind of `args`: documents, packages of the configuration, or one of these words. */
  readonly takes: 'files' | 'packages' | readonly string[]
}

/** Flags that every command has. */
export const COMMON = {
  json: { type: 'boolean', text: 'one JSON document on stdout instead of text' },
  quiet: { type: 'boolean', text: 'errors only' },
  config: {
    type: 'string',
    value: 'FILE',
    text: 'the configuration, instead of the nearest tagwire.config.ts',
  },
  help: { type: 'boolean', short: 'h', text: 'print this help' },
  version: { type: 'boolean', short: 'v', text: 'print the version of tagwire' },
} as const satisfies Readonly<Record<string, Flag>>

const BREAKING = {
  type: 'string',
  multiple: true,
  value: 'NOTE',
  values: ['old-servers', 'decoded', 'dates'],
  text: 'what is breaking too: old-servers, decoded or dates; may be given several times',
} as const

const JOBS = {
  type: 'string',
  value: 'N',
  text: 'packages that are generated at the same time; half of the cores by default',
} as const

const READING = {
  'allow-remote': {
    type: 'boolean',
    text: 'fetch remote references: https and public addresses only',
  },
  strict: { type: 'boolean', text: 'turn warnings about faults of the document into errors' },
} as const satisfies Readonly<Record<string, Flag>>

const TARGET = {
  spec: { type: 'string', value: 'FILE', text: 'the OpenAPI or OpenRPC document' },
  out: { type: 'string', value: 'DIR', text: 'the folder of the package' },
  name: {
    type: 'string',
    value: 'NAME',
    text: 'its npm name; the name of the folder when absent',
  },
  emit: {
    type: 'string',
    value: 'PARTS',
    values: [...PARTS, 'none'],
    list: true,
    text: 'beside the types: client,schema,validate,decode,mock,./my.emitter.ts, or none',
  },
  server: {
    type: 'string',
    value: 'URL',
    text: "the address called by default; the document's first when absent",
  },
  runtime: {
    type: 'string',
    value: 'USE',
    values: RUNTIME_USES,
    text: 'package (the default) imports @tagwire/runtime; inline copies the files it uses',
  },
  'import-extension': {
    type: 'string',
    value: 'EXT',
    values: ['.js', 'none', '.ts'],
    text: 'how relative imports end; .js in packages, guessed inside an app',
  },
  dates: {
    type: 'string',
    value: 'FORM',
    values: DATE_FORMS,
    text: 'text (the default) or date: the client gives a Date for date-times',
  },
  readonly: {
    type: 'boolean',
    text: 'members, lists and maps of all types are read-only',
  },
} as const satisfies Readonly<Record<string, Flag>>

export const COMMANDS = {
  generate: {
    args: '[names…]',
    takes: 'packages',
    summary: 'write the configured packages',
    about: 'Writes the packages of the configuration, or one package without configuration.',
    usage: [
      'generate [names…] [options]',
      'generate --spec FILE --out DIR [--name NPM_NAME] [--emit PARTS] [--server URL]',
    ],
    flags: {
      ...TARGET,
      watch: {
        type: 'boolean',
        text: 'write again whenever the document or the configuration changes',
      },
      prune: {
        type: 'boolean',
        text: 'delete the client of a document that has no operations any more',
      },
      jobs: JOBS,
      ...READING,
    },
    details: `In a configuration these are \`spec\`, \`out\`, \`name\`, \`emit: ['client', 'validate']\` and \`server\`,
beside \`license\`, \`author\` and \`private\`. Inside the \`src\` of a package, and anywhere inside
one when there is no name, only sources are written: no package.json, no README.

Files that did not change are not touched, stray generated files are removed, and a run that fails
leaves everything as it was. Exit code 0, or 1 when a document has errors.`,
    examples: [
      'tagwire generate',
      'tagwire generate routing --watch',
      'tagwire generate --spec openapi.yaml --out packages/api --name @acme/api',
      'tagwire generate --spec openapi.yaml --out src/api --emit client',
      'tagwire generate --spec openapi.yaml --out src/api --emit client,@tagwire/emit-query',
    ],
  },

  check: {
    args: '[names…]',
    takes: 'packages',
    summary: 'write nothing; say what generate would change',
    about: 'Says what generate would change, as unified diffs, and writes nothing. For CI.',
    usage: [
      'check [names…] [options]',
      'check --spec FILE --out DIR [--name NPM_NAME] [--emit PARTS] [--server URL]',
    ],
    flags: {
      ...TARGET,
      fix: { type: 'boolean', text: 'write what differs, as generate would, and exit with 0' },
      jobs: JOBS,
      ...READING,
    },
    details: `Long diffs are shown by their beginning, with a count of the rest; files that only a formatter
changed are named as such. In GitHub Actions it annotates the files and writes the summary.

Exit code 0 when everything is up to date, 1 when something differs, is missing or is stray, or when
a document has errors.`,
    examples: [
      'tagwire check',
      'tagwire check --spec openapi.yaml --out packages/api --name @acme/api',
    ],
  },

  diff: {
    args: 'OLD NEW',
    takes: 'files',
    summary: 'say what changed for callers between two documents',
    about:
      'Says what changed between two documents for callers, and which semver step that asks for.',
    flags: {
      'fail-on': {
        type: 'string',
        value: 'CLASS',
        values: ['breaking', 'additive'],
        text: 'breaking (the default) or additive: the lowest class that fails the command',
      },
      breaking: BREAKING,
      accepted: {
        type: 'string',
        value: 'FILE',
        text: 'intended breaking changes, with reasons; they do not fail the command',
      },
      format: {
        type: 'string',
        value: 'FORMAT',
        values: ['text', 'json', 'markdown', 'github', 'sarif', 'junit', 'changelog', 'changeset'],
        text: 'text (the default), json, markdown, github, sarif, junit, changelog or changeset',
      },
      package: {
        type: 'string',
        multiple: true,
        value: 'NAME',
        text: 'a package that the changeset is for; may be given several times',
      },
      ...READING,
    },
    details: `breaking (major)  a program built with the old package fails, or code does not compile with the new
additive (minor)  only more can be done: methods, optional fields, variants, values of open lists
docs (patch)      only texts differ; what is deprecated now asks for a minor step

What callers send may only accept more, what they receive may only promise more; a type that does
both follows both rules. New variants never break: readers have an arm for what they do not know.
Every change stands once, at its cause, in the new document; what is gone stands in the old one.

Notes in brackets say who feels a change that breaks nobody else; --breaking NOTE makes it breaking:
old-servers  answers promise more now: the new package refuses those of servers that still follow
             the old document, so the service has to change first
decoded      values that ./decode gives have another type
dates        so do those of a client that is generated with dates: 'date'

A document is a file, a URL, one of a commit: git:REF:path, from the top of the repository, or that
of a package of the configuration with its overlays: package:NAME, or git:REF:package:NAME as the
configuration of a commit has it, which is run if it is a program.
With --quiet only what makes the command fail is printed. In GitHub Actions it annotates the change
and writes the summary of the step.

The list of breaks that are meant is YAML or JSON; until is the last day that an entry counts:
  - { change: field-removed, subject: Route.fee, reason: nobody reads it, until: 2027-01-31 }

Exit code 0, or 1 when there is a change of that class or a worse one, or when a document has
errors.`,
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
    summary: 'compare a document with a live server or with recorded payloads',
    about:
      'Compares a document with reality: a live server, a folder of recorded payloads, or both.',
    usage: [
      'probe SPEC --url URL [options]',
      'probe SPEC --samples DIR [options]',
      'probe SPEC --record --to URL [--port N] [--har FILE] [options]',
    ],
    flags: {
      url: {
        type: 'string',
        value: 'URL',
        text: 'the address of a live server; only safe operations are called',
      },
      samples: {
        type: 'string',
        value: 'DIR',
        text: 'a folder of JSON, HAR and cURL files, or one file of recorded traffic',
      },
      header: {
        type: 'string',
        multiple: true,
        value: 'TEXT',
        text: "'Name: value', sent with every call; may be given several times, is never printed",
      },
      'timeout-ms': {
        type: 'string',
        value: 'N',
        text: 'how long one call may take; 10000 when absent',
      },
      record: {
        type: 'boolean',
        text: 'record what any client does through a proxy on this machine, then compare it',
      },
      to: {
        type: 'string',
        value: 'URL',
        text: 'with --record: the server that requests are forwarded to',
      },
      port: {
        type: 'string',
        value: 'N',
        text: 'with --record: the port of the proxy; 8080 when absent, 0 for any free one',
      },
      har: {
        type: 'string',
        value: 'FILE',
        text: 'with --record: the HTTP Archive to write; traffic.har when absent',
      },
      unsafe: {
        type: 'boolean',
        text: 'also call operations that are not safe, with the example bodies',
      },
      rate: { type: 'string', value: 'N', text: 'at most this many calls per second' },
      state: {
        type: 'string',
        value: 'FILE',
        text: 'keep what was answered: a probe that was stopped goes on where it was',
      },
      'show-values': { type: 'boolean', text: 'show values of bodies, which may be secrets' },
      apply: { type: 'boolean', text: 'write the changes into the document; comments stay' },
      overlay: {
        type: 'string',
        value: 'FILE',
        text: 'write the changes as an OpenAPI Overlay, for a document that others maintain',
      },
      'allow-remote': READING['allow-remote'],
      strict: {
        type: 'boolean',
        text: 'fail on drift too, and on warnings about the document',
      },
    },
    details: `Every mismatch has its place in the payload, what the document says there, what came, and the
smallest change of the document that accepts it; mismatches that one change mends stand together.
Drift is what the document does not know: fields, variants and values that are new; and fields that
it knows to be missing in places (x-tagwire-missing).

Operations are safe when x-tagwire-safe says so; what HTTP calls safe, as GET and HEAD, is it unless
x-tagwire-safe says otherwise. They are called with the examples of the document as arguments, at
most four at a time. Redirects to other servers are not followed, and a call without an answer
counts as a failure of its own. Methods of OpenRPC are called as JSON-RPC over HTTP.

--state keeps what was answered in a file, a line for each call, and removes it at the end. The same
command after a stop, or a kill, asks the rest; a call that was under way and is not safe to repeat
is not made again.

Files are called <operation>.<form>.<number>.json or <schema>.<number>.json, numbers are optional:
  route.request.json  route.response.02.json  status.query.json  status.error404.json
  abci_info.result.json  NewBlock.event.json  asset.07.json
Case, '_' and '-' do not matter. Files whose name says nothing are listed. Recorded traffic says
itself what it is: HAR files (.har) of browsers and Playwright, with the messages of sockets, and
what curl -v prints (.curl).

--record listens on 127.0.0.1 for HTTP and WebSocket, hands everything on to the server that --to
names, and writes an HTTP Archive when Ctrl-C ends it: without the values of headers, parameters and
members whose names speak of secrets, and without text that looks like one. Bodies that are no JSON
are not kept.

Reports show types and lengths instead of values; names, as tags and values of enumerations, and
limits are shown, because a change of the document has to say them. --apply writes the changes: into
the document, or with package:NAME into the overlay of the package if it has one. --overlay writes
them beside the document. Look at them before you commit.

Exit code 0, or 1 when something does not fit, a call fails, nothing could be compared or the
document has errors; 130 after Ctrl-C.`,
    examples: [
      'tagwire probe openapi.yaml --url https://staging.example.com --header "authorization: $KEY"',
      'tagwire probe openapi.yaml --samples recorded --strict',
      'tagwire probe openapi.yaml --samples traffic.har --apply',
      'tagwire probe openapi.yaml --record --port 8080 --to https://staging.example.com',
      'tagwire probe openrpc.yaml --url http://127.0.0.1:26657 --json',
    ],
  },

  ci: {
    args: '[names…]',
    takes: 'packages',
    summary: 'check, diff against the base branch, probe of recorded payloads',
    about: 'Runs check, diff and probe for a change, with one summary and one exit code.',
    flags: {
      base: {
        type: 'string',
        value: 'REF',
        text: 'what to compare with; the target of the pull or merge request when absent',
      },
      'fail-on': {
        type: 'string',
        value: 'CLASS',
        values: ['breaking', 'additive'],
        text: 'breaking (the default) or additive: the lowest class that fails the command',
      },
      breaking: BREAKING,
      accepted: {
        type: 'string',
        value: 'FILE',
        text: 'intended breaking changes; see tagwire diff --help',
      },
      samples: {
        type: 'string',
        multiple: true,
        value: 'NAME=DIR',
        text: 'recorded payloads of a package; the folder recorded beside its document when absent',
      },
      markdown: { type: 'string', value: 'FILE', text: 'write a comment for a pull request' },
      sarif: { type: 'string', value: 'FILE', text: 'write SARIF, for code scanning' },
      junit: { type: 'string', value: 'FILE', text: 'write JUnit XML, for reports of tests' },
      update: {
        type: 'boolean',
        text: 'write what was seen on the wire, on a branch that is ready to push',
      },
      url: {
        type: 'string',
        multiple: true,
        value: 'NAME=URL',
        text: 'with --update: a live server of a package; what is safe to call there is called',
      },
      header: {
        type: 'string',
        multiple: true,
        value: 'TEXT',
        text: "with --update: 'Name: value', sent with every call; is never printed",
      },
      rate: { type: 'string', value: 'N', text: 'with --update: so many calls a second at most' },
      branch: {
        type: 'string',
        value: 'NAME',
        text: 'with --update: the branch to make; tagwire/update when absent',
      },
      'dry-run': {
        type: 'boolean',
        text: 'with --update: say what would be committed, and leave everything as it is',
      },
      ...READING,
    },
    details: `check    what is committed is what the documents give
diff     no document breaks its callers; left out where no base is known
probe    recorded payloads fit the documents; left out where there are none

Compared is what packages are generated from: the document with its overlays and its choice of
operations, on each side as the configuration of that side has it. With three dots, as in
--base origin/main..., the base is where the branch parted from it, so that what others have merged
since is not taken for a change; so it is where GitHub or GitLab tell the base.

In GitHub Actions every finding is an annotation too, and the summary of the step has them all.

--update is for a schedule: it fetches documents that stand elsewhere, probes the servers of --url and
the payloads of --samples, writes what they show into the document (into the overlay, where a package
has one), generates, compares, writes a changeset or the section of CHANGELOG.md, and commits all of
it on a branch. Nothing is pushed; --markdown has the text for a pull request. A working tree with
changes is refused, and a run that fails leaves everything as it was.

Exit code 0, or 1 when one of the answers is no.`,
    examples: [
      'tagwire ci --base origin/main',
      'tagwire ci --update --url api=https://api.example.com --markdown pull-request.md',
      'tagwire ci --base origin/main --accepted accepted-breaks.yaml --markdown comment.md',
    ],
  },

  inspect: {
    args: 'SPEC',
    takes: 'files',
    summary: 'show what tagwire reads in a document',
    about: 'Shows what tagwire reads in a document: operations, types, tagged unions, formats.',
    flags: READING,
    details: 'With --quiet only what is wrong with the document is printed.',
    examples: ['tagwire inspect openapi.yaml', 'tagwire inspect openapi.yaml --json'],
  },

  update: {
    args: '[names…]',
    takes: 'packages',
    summary: 'fetch documents that are URLs or git references anew',
    about: `Fetches documents that are URLs or git references anew, writes the committed copies beside the
configuration, and says what changed for callers.`,
    flags: READING,
    details: `The copies are in tagwire.specs; generate and check use them and reach out for nothing. A document
with errors leaves its copy as it was. Private addresses and this machine are only read where the
configuration names them itself. Exit code 0, or 1 when a document has errors.`,
    examples: ['tagwire update', 'tagwire update api && tagwire generate api'],
  },

  init: {
    args: 'SPEC',
    takes: 'files',
    summary: 'write a configuration with a first package',
    about: `Writes tagwire.config.ts with a first package, or adds one to tagwire.config.json.
With --config FILE it is that file: one in JSON can be added to, any other must be new.`,
    flags: {
      out: {
        type: 'string',
        value: 'DIR',
        text: 'the folder of the package; packages/<name> when absent',
      },
      name: {
        type: 'string',
        value: 'NAME',
        text: "its npm name; the document's title in the scope of this project when absent",
      },
      'allow-remote': READING['allow-remote'],
    },
    details: `SPEC may be a URL, on this machine as well, or git:REF:path: a copy of it is written beside the
configuration, to be committed, and \`tagwire update\` refreshes it.`,
    examples: [
      'tagwire init openapi.yaml --out packages/api --name @acme/api',
      'tagwire init http://localhost:8000/openapi.json',
    ],
  },

  completion: {
    args: 'SHELL',
    takes: ['bash', 'zsh', 'fish'],
    summary: 'print completions for bash, zsh or fish',
    about: 'Prints a script that lets a shell complete commands, options, their values and files.',
    flags: {},
    details: `For the names of packages the scripts call \`tagwire completion packages\`, which reads them in the
text of the nearest configuration and runs none of it.`,
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
