import { parseArgs } from 'node:util'
import { UsageError } from './errors.js'

export const USAGE = `Move a project from openapi-typescript, openapi-fetch and openapi-react-query
to tagwire. Shows what would change; writes only with --write.

Usage: npx @tagwire/migrate [DIR] [options]

DIR is the folder with the package.json of the project (default: this folder).

Options:
      --write          Write the changes
      --calls          Second step, after \`tagwire generate\`: replace clients of
                       openapi-fetch by the generated ones where every call of a
                       client can be rewritten
      --out DIR        Folder for the generated sources, if there is one document
                       (default: beside the file of openapi-typescript)
      --tsconfig FILE  Configuration of the compiler (default: tsconfig.json)
      --json           Print one JSON document to stdout instead of text
      --quiet          Print only errors
  -h, --help           Show help
  -v, --version        Show the version of @tagwire/migrate

Exit code: 0, 1 if the project cannot be migrated, or 2 for a faulty command
line.

Examples:
  npx @tagwire/migrate
  npx @tagwire/migrate packages/web --write
  npx @tagwire/migrate --calls --write
`

export interface Options {
  readonly folder: string
  readonly write: boolean
  readonly calls: boolean
  readonly out: string | undefined
  readonly tsconfig: string | undefined
  readonly json: boolean
  readonly quiet: boolean
}

const KNOWN = {
  write: { type: 'boolean' },
  calls: { type: 'boolean' },
  out: { type: 'string' },
  tsconfig: { type: 'string' },
  json: { type: 'boolean' },
  quiet: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const

/** `help` and `version` win over everything else. */
export function readOptions(args: readonly string[]): Options | 'help' | 'version' {
  const { values, positionals } = parsed(args)
  if (values.help) return 'help'
  if (values.version) return 'version'
  const [folder = '.', ...others] = positionals
  if (others.length > 0) throw new UsageError(`One folder at a time, not also "${others[0]}".`)
  for (const name of ['out', 'tsconfig'] as const) {
    if (values[name]?.trim() === '') throw new UsageError(`--${name} requires a path.`)
  }
  if (folder.trim() === '') throw new UsageError('The folder is empty.')
  if (values.calls && values.out !== undefined) {
    throw new UsageError(
      '--out belongs to the first step; --calls reads it from the configuration.',
    )
  }
  return {
    folder,
    write: values.write === true,
    calls: values.calls === true,
    out: values.out,
    tsconfig: values.tsconfig,
    json: values.json === true,
    quiet: values.quiet === true,
  }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: KNOWN, allowPositionals: true })
  } catch (error) {
    const [first = ''] = String(error instanceof Error ? error.message : error).split('. ')
    throw new UsageError(`${first.replace(/\.$/, '')}.`)
  }
}
