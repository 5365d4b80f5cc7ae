import path from 'node:path'
import { type Finding, locationIn } from '../plan.js'
import { readIfText } from './files.js'

/** Files that name other files or run programs: scripts, workflows, settings of tools, lists of ignored files. */
const SETTINGS =
  /(?:^|\/)(?:\.[\w-]*ignore|\.gitattributes|CODEOWNERS|(?:GNU)?[Mm]akefile|[Jj]ustfile|Taskfile\.ya?ml|Dockerfile[\w.-]*|Procfile|[\w.-]*\.(?:sh|bash|ps1|mk|ya?ml|toml|json5?|jsonc)|[\w.-]*\.config\.[cm]?[jt]s)$/

/** Documents and what tools write are full of other people's words. */
const LOCKS =
  /(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml|bun\.lock|npm-shrinkwrap\.json|package\.json|tagwire\.config\.\w+|redocly\.ya?ml|\.redocly\.ya?ml)$/

const MOST_BYTES = 200_000

/**
 * Places outside the code that call openapi-typescript, or name a file that it wrote. Whether they need a change only
 * their owner knows.
 */
export function findMentions(
  folder: string,
  files: readonly string[],
  documents: readonly {
    readonly spec: string
    readonly schemaFile: string
    readonly out: string
  }[],
): Finding[] {
  const specs = new Set(documents.map(({ spec }) => spec))
  const sought = documents.map(({ schemaFile, out }) => ({
    pattern: new RegExp(
      `(?<![\\w.-])${escaped(schemaFile)}(?![\\w-])|(?<=/)${escaped(path.posix.basename(schemaFile))}(?![\\w-])`,
    ),
    todo: `tagwire writes the folder ${out} in place of ${schemaFile}. Name that, if this is about generated files.`,
  }))
  const program = {
    pattern: /(?<![\w@/-])openapi-typescript(?![\w-])/,
    todo: 'If this runs openapi-typescript, call `tagwire generate` (or `tagwire check`, where it has --check).',
  }
  const findings: Finding[] = []
  for (const file of files) {
    if (!SETTINGS.test(file) || LOCKS.test(file) || specs.has(file)) continue
    const text = readIfText(path.join(folder, file))
    if (text === undefined || text.length > MOST_BYTES) continue
    let offset = 0
    for (const line of text.split('\n')) {
      const found = [program, ...sought].find(({ pattern }) => pattern.test(line))
      const at = found?.pattern.exec(line)?.index
      if (found && at !== undefined) {
        const what = line.trim().slice(0, 100)
        findings.push({
          kind: 'by-hand',
          location: locationIn(file, text, offset + at),
          what,
          todo: found.todo,
        })
      }
      offset += line.length + 1
    }
  }
  return findings
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
