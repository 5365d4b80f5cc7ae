import { execFile } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { generate, inspect } from 'tagwire'
import { Node, Project, type PropertySignature } from 'ts-morph'
import { compiler } from '../../compiler.js'

/** What openapi-typescript itself draws of a document, beside what `./schema` has. */
export interface Comparison {
  /** Schemas and operations that were compared. */
  readonly schemas: readonly string[]
  readonly operations: readonly string[]
  /** Those that hold a union of ours, or refer to one, which are not compared. */
  readonly unions: number
  /** Those that hold what is sent without its readOnly members, or received without its writeOnly ones. */
  readonly twoSided: number
  /** Keys of components, paths and operations that only openapi-typescript has. */
  readonly missing: readonly string[]
  /** What is not assignable both ways, with the side that has more. */
  readonly different: readonly string[]
  /** What the compiler says besides that. */
  readonly errors: readonly string[]
}

interface OpenApiTypescript {
  readonly default: (source: URL, options: object) => Promise<readonly object[]>
  readonly astToString: (nodes: readonly object[]) => string
}

const root = fileURLToPath(new URL('../../../', import.meta.url))
const require = createRequire(path.join(root, 'generator/package.json'))

/** Two of its options say what the contract says: see guide 11. */
const OPTIONS = { defaultNonNullable: false, emptyObjectsUnknown: true, silent: true }

/** Draws documents with both, and compares them in one run of the compiler. */
export async function compareDrawings(
  documents: Readonly<Record<string, string>>,
  folder: string,
): Promise<Map<string, Comparison>> {
  const drawn = new Map<string, Drawn>()
  for (const [name, spec] of Object.entries(documents)) {
    const own = path.join(folder, name)
    mkdirSync(own, { recursive: true })
    drawn.set(name, await drawBoth(spec, own))
  }
  const found = await compile(folder, [...drawn.keys()])
  const compared = new Map<string, Comparison>()
  for (const [name, { labels, ...others }] of drawn) {
    const different: string[] = []
    const errors: string[] = []
    for (const line of found.filter((each) => each.startsWith(`${name}/`))) {
      const [, number, code, message] =
        /check\.ts\((\d+),\d+\): error (TS\d+): (.*)/.exec(line) ?? []
      const label = number === undefined ? undefined : labels[Number(number) - FIRST]
      if (label === undefined || code !== 'TS2322') errors.push(line)
      else different.push(`${label}: ${/to type '"?(\w+)"?'/.exec(message ?? '')?.[1]} is wider`)
    }
    compared.set(name, { ...others, different, errors })
  }
  return compared
}

interface Drawn extends Omit<Comparison, 'different' | 'errors'> {
  /** What each line of `check.ts` compares. */
  readonly labels: readonly string[]
}

async function drawBoth(spec: string, folder: string): Promise<Drawn> {
  // Sources inside an app.
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }')
  const out = path.join(folder, 'ours')
  const one = { spec, out, emit: ['schema'] as const, enums: 'closed' as const }
  const { ok } = await generate({ cwd: folder, config: { packages: { one } } })
  const { model } = await inspect(spec)
  if (!ok || !model) throw new Error(`${spec} has errors`)
  const drawn: OpenApiTypescript = await import(
    pathToFileURL(require.resolve('openapi-typescript')).href
  )
  mkdirSync(path.join(folder, 'theirs'), { recursive: true })
  const text = drawn.astToString(await drawn.default(pathToFileURL(spec), OPTIONS))
  writeFileSync(path.join(folder, 'theirs/schema.ts'), text)

  const project = new Project({ skipLoadingLibFiles: true, skipFileDependencyResolution: true })
  const ours = drawingOf(project, path.join(out, 'schema.ts'))
  const theirs = drawingOf(project, path.join(folder, 'theirs/schema.ts'))
  const hasUnion = reachesUnion(model.declarations)
  const isUnion = (key: string): boolean =>
    hasUnion(ours.components.get('schemas')?.get(key) ?? key)

  const missing: string[] = []
  const schemas: string[] = []
  const lines: string[] = []
  const labels: string[] = []
  let unions = 0
  let twoSided = 0
  const sides = new Set(
    [...(ours.components.get('schemas')?.keys() ?? [])].filter(
      (key) => !theirs.components.get('schemas')?.has(key) && key.endsWith('Input'),
    ),
  )
  const isTwoSided = (text: string): boolean => schemasIn(text).some((key) => sides.has(key))
  for (const [kind, members] of theirs.components) {
    for (const key of members.keys()) {
      const label = `components['${kind}']['${key}']`
      if (!ours.components.get(kind)?.has(key)) missing.push(label)
      else if (kind === 'schemas' ? isUnion(key) : schemasIn(members.get(key) ?? '').some(isUnion))
        unions++
      else if (isTwoSided(ours.components.get(kind)?.get(key) ?? '')) twoSided++
      else {
        schemas.push(label)
        labels.push(label)
        const at = `['${kind}'][${JSON.stringify(key)}]`
        lines.push(`Both<Ours.components${at}, Theirs.components${at}>`)
      }
    }
  }
  const operations: string[] = []
  for (const [address, methods] of theirs.paths) {
    for (const [method, body] of methods) {
      const label = `${method.toUpperCase()} ${address}`
      if (!ours.paths.get(address)?.has(method)) missing.push(label)
      else if (schemasIn(ours.paths.get(address)?.get(method) ?? body).some(isUnion)) unions++
      else if (isTwoSided(ours.paths.get(address)?.get(method) ?? '')) twoSided++
      else {
        operations.push(label)
        const way = `${JSON.stringify(address)}, '${method}'`
        labels.push(`${label}: request`, `${label}: response`)
        lines.push(`Both<Init<Ours.paths, ${way}>, Init<Theirs.paths, ${way}>>`)
        lines.push(`Both<Result<Ours.paths, ${way}>, Result<Theirs.paths, ${way}>>`)
      }
    }
  }
  for (const id of theirs.operations)
    if (!ours.operations.has(id)) missing.push(`operations['${id}']`)
  writeFileSync(
    path.join(folder, 'check.ts'),
    `${HEAD}${lines.map((line, at) => `export const c${at}: ${line} = true\n`).join('')}`,
  )
  return { schemas, operations, unions, twoSided, missing, labels }
}

const HEAD = `import type { FetchResponse, MaybeOptionalInit } from 'openapi-fetch'
import type * as Ours from './ours/schema.js'
import type * as Theirs from './theirs/schema.js'

type IsAny<T> = 0 extends 1 & T ? true : false
type Both<A, B> = IsAny<A | B> extends true ? 'any' : [A] extends [B] ? ([B] extends [A] ? true : 'theirs') : [B] extends [A] ? 'ours' : 'neither'
type Media = \`\${string}/\${string}\`
type Init<Paths, Path extends keyof Paths, Method extends keyof Paths[Path]> =
  MaybeOptionalInit<Paths[Path], Method>
type Result<Paths, Path extends keyof Paths, Method extends keyof Paths[Path]> =
  Paths[Path][Method] extends Record<string | number, any>
    ? Pick<FetchResponse<Paths[Path][Method], {}, Media>, 'data' | 'error'>
    : never
`

const FIRST = HEAD.split('\n').length

async function compile(folder: string, names: readonly string[]): Promise<string[]> {
  const options = {
    ...{
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      module: 'nodenext',
      strict: true,
    },
    ...{ noEmit: true, skipLibCheck: true, types: [], exactOptionalPropertyTypes: false },
    paths: { 'openapi-fetch': [path.join(root, 'node_modules/openapi-fetch/dist/index.d.mts')] },
  }
  mkdirSync(path.join(folder, 'node_modules/@tagwire'), { recursive: true })
  symlinkSync(
    path.join(root, 'packages/runtime'),
    path.join(folder, 'node_modules/@tagwire/runtime'),
  )
  writeFileSync(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files: names.map((name) => `${name}/check.ts`) }),
  )
  const output = await promisify(execFile)(compiler, ['-p', '.', '--pretty', 'false'], {
    ...{ cwd: folder, maxBuffer: 2 ** 26 },
  }).catch(({ stdout }: { stdout: string }) => ({ stdout }))
  return output.stdout.split('\n').filter((line) => /^\S.*error TS/.test(line))
}

interface Drawing {
  /** Members of each kind of components, with the text of their types. */
  readonly components: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** Methods of each path, with the text of their operations. */
  readonly paths: ReadonlyMap<string, ReadonlyMap<string, string>>
  readonly operations: ReadonlySet<string>
}

function drawingOf(project: Project, file: string): Drawing {
  const source = project.addSourceFileAtPath(file)
  const operations = textsOf(source.getInterface('operations'))
  const paths = new Map<string, ReadonlyMap<string, string>>()
  for (const property of source.getInterface('paths')?.getProperties() ?? []) {
    const methods = new Map<string, string>()
    for (const [name, text] of textsOf(property.getTypeNode())) {
      if (name === 'parameters' || text === 'never') continue
      const [, id = ''] = /^operations\[(['"].*['"])\]$/.exec(text) ?? []
      methods.set(name, operations.get(unquoted(id)) ?? text)
    }
    paths.set(nameOf(property), methods)
  }
  const components = new Map<string, ReadonlyMap<string, string>>()
  for (const kind of source.getInterface('components')?.getProperties() ?? []) {
    components.set(kind.getName(), textsOf(kind.getTypeNode()))
  }
  return { components, paths, operations: new Set(operations.keys()) }
}

function textsOf(node: Node | undefined): Map<string, string> {
  const properties =
    Node.isInterfaceDeclaration(node) || Node.isTypeLiteral(node) ? node.getProperties() : []
  return new Map(properties.map((each) => [nameOf(each), each.getTypeNode()?.getText() ?? '']))
}

/** The name as the program sees it. */
function nameOf(property: PropertySignature): string {
  const node = property.getNameNode()
  return Node.isStringLiteral(node) ? node.getLiteralValue() : property.getName()
}

function schemasIn(text: string): string[] {
  const references = /components\[['"]schemas['"]\]\[('(?:\\.|[^\\'])*'|"(?:\\.|[^\\"])*")\]/g
  return [...text.matchAll(references)].map(([, key = '']) => unquoted(key))
}

/** The text of a literal in single or double quotes. */
function unquoted(literal: string): string {
  return literal.slice(1, -1).replace(/\\(.)/g, '$1')
}

/** Whether the type of a name holds a union, or refers to one that does. */
function reachesUnion(
  declarations: readonly { readonly name: string; readonly shape: unknown }[],
): (name: string) => boolean {
  const shapes = new Map(declarations.map(({ name, shape }) => [name, shape]))
  const known = new Map<string, boolean>()
  const visit = (name: string): boolean => {
    const earlier = known.get(name)
    if (earlier !== undefined) return earlier
    known.set(name, false)
    const result = holds(shapes.get(name))
    known.set(name, result)
    return result
  }
  const holds = (shape: unknown): boolean => {
    if (typeof shape !== 'object' || shape === null) return false
    if ('kind' in shape && shape.kind === 'union') return true
    if ('kind' in shape && shape.kind === 'reference' && 'name' in shape)
      return visit(String(shape.name))
    return Object.values(shape).some(holds)
  }
  return (name) => {
    known.clear()
    return visit(name.replace(/Input$/, '')) || visit(name)
  }
}
