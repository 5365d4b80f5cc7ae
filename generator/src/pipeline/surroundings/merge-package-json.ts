import { Fault } from '../../diagnostics/diagnostic.js'
import { type Dictionary, isDictionary } from '../../model/json.js'
import { parseManifest, type RecordedManifest } from '../../output/recorded-manifest.js'
import { findJsonFault } from '../../source/syntax/json-fault.js'
import { findMergeConflict } from '../../source/syntax/merge-conflict.js'
import { setMember } from './edit-json.js'

/**
 * Fields that are derived from the document and the configuration; all others belong to the package's
 * maintainers.
 */
const OURS = [
  'name',
  'description',
  'keywords',
  'license',
  'author',
  'type',
  'sideEffects',
  'main',
  'types',
  'exports',
  'files',
  'dependencies',
  'peerDependencies',
  'peerDependenciesMeta',
]

/** Packages that generated modules may import, some only with certain parts. */
const DEPENDENCIES = ['@tagwire/runtime', 'openapi-fetch']

/**
 * Updates our fields in an existing package.json. The order and formatting of everything else are kept; if
 * nothing changes, so is the whole text.
 */
export function mergePackageJson(generated: string, existing: string, manifest?: string): string {
  const ours = parse(generated)
  const theirs = parse(existing)
  if (!ours || !theirs) return generated
  const before = parseManifest(manifest)
  const wanted: Dictionary = {
    ...ours,
    exports: mergedExports(ours.exports, theirs.exports, before),
    files: mergedFiles(ours.files, theirs.files, before),
    dependencies: mergedDependencies(ours.dependencies, theirs),
    peerDependencies: mergedPeers(ours.peerDependencies, theirs.peerDependencies, before),
    peerDependenciesMeta: mergedMeta(ours.peerDependenciesMeta, theirs.peerDependenciesMeta),
  }
  return OURS.reduce(
    (text, key, index) =>
      wanted[key] === undefined || same(wanted[key], theirs[key])
        ? text
        : setMember(text, key, wanted[key], OURS.slice(0, index)),
    existing,
  )
}

/**
 * Peer dependencies of emitters are added and removed with the emitter; all others belong to the maintainers.
 */
function mergedPeers(
  ours: unknown,
  theirs: unknown,
  before: RecordedManifest | undefined,
): unknown {
  const needed = Object.entries(isDictionary(ours) ? ours : {})
  const there = isDictionary(theirs) ? theirs : {}
  const wanted = Object.fromEntries(needed.filter(([name]) => !isDecidedElsewhere(there[name])))
  const kept = Object.entries(there).filter(
    ([name]) => needed.some(([each]) => each === name) || !before?.peers.includes(name),
  )
  const merged = inOrder(Object.fromEntries(kept), wanted)
  return Object.keys(merged).length === 0 && theirs === undefined ? undefined : merged
}

/** Our optional peers, merged with what the maintainers declare about theirs. */
function mergedMeta(ours: unknown, theirs: unknown): unknown {
  if (!isDictionary(ours)) return theirs
  return inOrder(isDictionary(theirs) ? theirs : {}, ours)
}

/** Entries of the maintainers are kept; one of ours is removed with its module. */
function mergedExports(
  ours: unknown,
  theirs: unknown,
  before: RecordedManifest | undefined,
): unknown {
  if (!isDictionary(ours) || !isDictionary(theirs)) return ours
  const known = Object.entries(theirs).filter(
    ([key, value]) =>
      key.startsWith('.') &&
      (key in ours || !(isEntry(key, value) && isRecordedEntry(before, key))),
  )
  return inOrder(Object.fromEntries(known), ours)
}

/** `./mock`, with the files that a generated entry has; `./0.40` for a line. */
function isEntry(key: string, value: unknown): boolean {
  const file = `./dist/${key.slice('./'.length)}`
  return (
    isDictionary(value) && [`${file}.js`, `${file}/index.js`].some((it) => it === value.default)
  )
}

function isRecordedEntry(before: RecordedManifest | undefined, key: string): boolean {
  const file = `src/${key.slice('./'.length)}`
  return [`${file}.ts`, `${file}/index.ts`].some((name) => Object.hasOwn(before?.files ?? {}, name))
}

function mergedFiles(
  ours: unknown,
  theirs: unknown,
  before: RecordedManifest | undefined,
): unknown {
  if (!Array.isArray(ours) || !Array.isArray(theirs)) return ours
  const kept = theirs.filter((each) => ours.includes(each) || !isRecordedEntry(before, `./${each}`))
  return [...kept, ...ours.filter((each) => !kept.includes(each))]
}

/**
 * Required dependencies are added. A range that the workspace determines is kept, as is a peer dependency.
 */
function mergedDependencies(ours: unknown, theirs: Dictionary): unknown {
  const needed = isDictionary(ours) ? ours : {}
  const known = isDictionary(theirs.dependencies) ? theirs.dependencies : {}
  const peers = isDictionary(theirs.peerDependencies) ? theirs.peerDependencies : {}
  const kept = Object.entries(known).filter(
    ([name]) => name in needed || !DEPENDENCIES.includes(name),
  )
  const added = Object.entries(needed).filter(
    ([name]) => !(name in peers) && !isDecidedElsewhere(known[name]),
  )
  const merged = inOrder(Object.fromEntries(kept), Object.fromEntries(added))
  const isEmpty = Object.keys(merged).length === 0
  return isEmpty && theirs.dependencies === undefined ? undefined : merged
}

function isDecidedElsewhere(range: unknown): boolean {
  return typeof range === 'string' && /^(?:workspace|catalog|link|file|portal):/.test(range)
}

/** New members are inserted after the one that precedes them in `ours`. */
function inOrder(theirs: Dictionary, ours: Dictionary): Dictionary {
  const keys = Object.keys(theirs)
  Object.keys(ours).forEach((key, index, all) => {
    if (keys.includes(key)) return
    const before = all.slice(0, index).findLast((each) => keys.includes(each))
    keys.splice(before === undefined ? 0 : keys.indexOf(before) + 1, 0, key)
  })
  return Object.fromEntries(keys.map((key) => [key, key in ours ? ours[key] : theirs[key]]))
}

function same(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}

/**
 * Refuses a package.json that exists but cannot be parsed, because the maintainers' fields would be lost.
 * Returns the position of the error.
 */
export function refuseBrokenPackageJson(file: string, text: string): void {
  if (text.trim() === '' || parse(text)) return
  const plain = text.replace(/^\uFEFF/, '')
  const fault = findMergeConflict(plain) ?? findJsonFault(plain)
  const before = plain.slice(0, fault?.offset ?? 0).split('\n')
  const location = `${file}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`
  throw new Fault({
    code: 'TW7002',
    severity: 'error',
    message: `${location} cannot be read: ${fault?.message ?? 'it is not an object'}`,
    help: fault?.help ?? 'Correct it first: everything in it that is not generated is kept.',
  })
}

function parse(text: string): Dictionary | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return isDictionary(value) ? value : undefined
  } catch {
    return undefined
  }
}
