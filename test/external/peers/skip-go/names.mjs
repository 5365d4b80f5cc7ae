/*
 * Everything that the official client exports, and each option of its functions, by its declarations. With UPDATE set, the
 * list is written; a test compares the guide of moving with it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { ModuleKind, ModuleResolutionKind, Project, ScriptTarget } from 'ts-morph'

const list = new URL('../../../e2e/routing/skip-go-client.json', import.meta.url)

export function namesOf() {
  const folder = path.dirname(
    createRequire(import.meta.url).resolve('@skip-go/client/package.json'),
  )
  const compilerOptions = {
    module: ModuleKind.ESNext,
    moduleResolution: ModuleResolutionKind.Bundler,
    skipLibCheck: true,
    strict: true,
    target: ScriptTarget.ESNext,
  }
  const project = new Project({ compilerOptions })
  const index = project.addSourceFileAtPath(path.join(folder, 'dist/esm/index.d.ts'))
  const exported = [...index.getExportedDeclarations()].flatMap(([name, [first]]) =>
    first ? [{ name, first, file: first.getSourceFile().getBaseName() }] : [],
  )
  const options = {}
  for (const { name, first, file } of exported) {
    const type = first.getType()
    const parameters = type.getCallSignatures().flatMap((each) => each.getParameters())
    const types = parameters.map((each) => each.getTypeAtLocation(first))
    if (/(?:Options|Props|Callbacks|Settings|Getters)$/.test(name)) types.push(type)
    const found = new Set(types.flatMap(membersOf))
    if (!/^swagger/.test(file) && found.size > 0) options[name] = [...found].sort()
  }
  const isWire = ({ name, file }) => /^swagger/.test(file) || name.endsWith('Json')
  const names = (wanted) =>
    exported
      .filter(wanted)
      .map(({ name }) => name)
      .sort()
  return {
    version: JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')).version,
    exports: names((each) => !isWire(each)),
    wire: names((each) => isWire(each) && !each.name.endsWith('Json')),
    wireJson: names((each) => each.name.endsWith('Json')),
    options,
  }
}

/** Of objects and of unions of them. */
function membersOf(given) {
  const type = given.getNonNullableType()
  if (type.isUnion()) return type.getUnionTypes().flatMap(membersOf)
  if (type.isArray() || !(type.isObject() || type.isIntersection())) return []
  return type
    .getProperties()
    .filter((each) => !each.getDeclarations().some(isOfOthers))
    .map((each) => each.getName())
}

/** A client of CosmJS or viem is an argument, but not an option. */
function isOfOthers(declaration) {
  const file = declaration.getSourceFile().getFilePath()
  return file.includes('/node_modules/') && !/\/(?:@skip-go\/client|typescript)\//.test(file)
}

export function listedNames() {
  if (process.env.UPDATE) writeFileSync(list, `${JSON.stringify(namesOf(), undefined, 2)}\n`)
  return JSON.parse(readFileSync(list, 'utf8'))
}
