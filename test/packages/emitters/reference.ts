import { readFileSync } from 'node:fs'
import path from 'node:path'

/** The declarations that an entry of a package leads to, as its `.d.ts` files have them. */

interface Declared {
  readonly name: string
  readonly text: string
  readonly file: string
}

interface DeclarationFile {
  readonly declared: ReadonlyMap<string, Declared>
  /** Where a name of another file comes from, and what it is called there. */
  readonly imported: ReadonlyMap<string, { readonly file: string; readonly name: string }>
}

const START = /^(?:export )?(?:declare )?(?:interface|type|const|function|class|namespace) ([\w$]+)/

function readDeclarations(file: string): DeclarationFile {
  const text = readFileSync(file, 'utf8').replace(/\n\/\/# sourceMappingURL.*\s*$/, '\n')
  const imported = new Map<string, { file: string; name: string }>()
  for (const [, list = '', from = ''] of text.matchAll(
    /^(?:import|export) (?:type )?\{([^}]*)\} from '([^']+)'/gm,
  )) {
    if (!from.startsWith('.')) continue
    for (const each of list.split(',')) {
      const [name = '', as = name] = each
        .trim()
        .replace(/^type /, '')
        .split(' as ')
      const target = path.resolve(path.dirname(file), from.replace(/\.js$/, '.d.ts'))
      if (name !== '') imported.set(as, { file: target, name })
    }
  }
  const declared = new Map<string, Declared>()
  for (const part of topLevel(text)) {
    const name = START.exec(part.replace(/^\/\*\*[\s\S]*?\*\/\n/, ''))?.[1]
    if (name !== undefined) declared.set(name, { name, text: part, file })
  }
  return { declared, imported }
}

/** Statements with the comments before them: each ends where the next one begins. */
function topLevel(text: string): string[] {
  const parts: string[] = []
  let lines: string[] = []
  let inComment = false
  for (const line of text.split('\n')) {
    const begins = !inComment && (/^\/\*\*/.test(line) || /^(?:export|declare|import) /.test(line))
    const afterComment = lines.length > 0 && lines.at(-1)?.trim().endsWith('*/') === true
    if (begins && !(afterComment && lines.every(isComment))) {
      parts.push(lines.join('\n'))
      lines = []
    }
    lines.push(line)
    if (/^\/\*\*/.test(line)) inComment = true
    if (line.includes('*/')) inComment = false
  }
  return [...parts, lines.join('\n')].map((part) => part.trim()).filter((part) => part !== '')
}

function isComment(line: string): boolean {
  return /^(?:\/\*\*| \*)/.test(line)
}

/** What an entry exports, and everything that these declarations name, each once. */
export function reachableFrom(entry: string): { exported: Declared[]; behind: Declared[] } {
  const files = new Map<string, DeclarationFile>()
  const fileAt = (file: string): DeclarationFile => {
    const known = files.get(file) ?? readDeclarations(file)
    files.set(file, known)
    return known
  }
  const resolve = (file: string, name: string): Declared | undefined => {
    const { declared, imported } = fileAt(file)
    const from = imported.get(name)
    return declared.get(name) ?? (from && resolve(from.file, from.name))
  }
  const exported = [...fileAt(entry).imported.keys()].map((name) => {
    const found = resolve(entry, name)
    if (!found) throw new Error(`${name} is declared nowhere`)
    return found
  })
  const seen = new Set<Declared>(exported)
  // Iteration over a set includes elements that are added meanwhile.
  for (const { text, file } of seen) {
    const code = text.replace(/\/\*\*[\s\S]*?\*\//g, '').replace(/'[^']*'|`[^`]*`/g, '')
    for (const [name] of code.matchAll(/[A-Za-z_$][\w$]*/g)) {
      const found = resolve(file, name)
      if (found) seen.add(found)
    }
  }
  const behind = [...seen].filter((each) => !exported.includes(each))
  return { exported: exported.sort(byName), behind: behind.sort(byName) }
}

function byName(left: Declared, right: Declared): number {
  return left.name < right.name ? -1 : 1
}

/** The two pages of the reference that `docs/emitters.md` leads to: exports, and what their declarations name. */
export function emitterReference(entry: string): {
  readonly exports: string
  readonly types: string
} {
  const { exported, behind } = reachableFrom(entry)
  const section = (declared: readonly Declared[]): string =>
    declared.map(({ text }) => `\`\`\`ts\n${text}\n\`\`\`\n`).join('\n')
  return {
    exports: `# Reference of \`tagwire/emitter\`

Every export of \`tagwire/emitter\`, generated from its declarations. It follows semantic versioning: what is listed here is only
removed or changed in a major version.

[Emitters of your own](emitters.md) explains it with an example. [Types of \`tagwire/emitter\`](emitter-types.md) lists what these
declarations name.

${section(exported)}`,
    types: `# Types of \`tagwire/emitter\`

What the declarations in the [reference of \`tagwire/emitter\`](emitter-reference.md) name: types that can be read but not
imported, and the functions of \`structures\`.

${section(behind)}`,
  }
}
