import path from 'node:path'
import type { Diagnostic } from '../diagnostics/diagnostic.js'
import { parseFragment, parsePointer, percentDecode } from '../model/pointer.js'
import { anchorsOf, descend, insideEmbedded } from './anchors.js'
import type { CopiedFiles } from './copied-files.js'
import { type Node, textAt } from './node.js'
import { insideOf, type LoadedFile, nameOf, nearFile, type Unreached } from './read-files.js'
import { dangling, elsewhere, foreign, remote } from './reference-faults.js'
import { nameHint, referenceHint } from './reference-hints.js'
import { isRemote, remoteAddress, selfAddresses } from './remote/remote.js'
import { type Identifiers, readIdentifiers } from './schema-identifiers.js'
import { movedPointer } from './swagger/schemas.js'

/** All files of a document, by path or URL. */
export interface ReadFiles {
  readonly root: LoadedFile
  readonly loaded: ReadonlyMap<string, LoadedFile>
  /** File names in messages are relative to this folder. */
  readonly base: string
  /** Why remote files could not be fetched, by URL. */
  readonly unreached: Unreached
  /** The folder that references must stay in. */
  readonly within?: string | undefined
  /** Why files below `within` are not there, by their paths. */
  readonly unread?: ReadonlyMap<string, string> | undefined
  /** The files of the document's server, if they refer to each other by more than what is below them. */
  readonly copied?: CopiedFiles | undefined
}

export interface ReferenceResolver {
  /** The target of a `$ref`. A dangling reference returns a diagnostic instead of a node. */
  readonly resolve: (ref: Node) => Node | Diagnostic
  /** Absolute paths of referenced files that could not be read. */
  readonly missing: ReadonlySet<string>
}

const MOST_HINTS = 100
const BODY_HELP =
  'Write the parameters `in: body` and `in: formData` of an operation in its own file: in Swagger 2.0, they depend on what it consumes.'

export function createReferenceResolver(files: ReadFiles): ReferenceResolver {
  const { root, loaded, base, unreached, within, unread, copied } = files
  const byName = new Map([...loaded.values()].map((file) => [file.name, file]))
  const identifiersOf = createIdentifiers()
  const anchors = new Map<string, Map<string, Node>>()
  const selves = selfAddresses(loaded.values())
  const missing = new Set<string>()
  const hintFor = createHints()
  /**
   * The targets of the references of a file, unless they depend on the location of the reference.
   */
  const resolved = new Map<string, Map<string, Node>>()

  const resolve = (ref: Node): Node | Diagnostic => {
    const target = textAt(ref, '$ref') ?? ''
    const { file } = ref.source
    const known = resolved.get(file) ?? new Map<string, Node>()
    resolved.set(file, known)
    const before = known.get(target)
    if (before) return before
    const found = targetOf(ref, target)
    const says = byName.get(file)?.says
    if (says && !says.ids && !says.schemas && !('code' in found)) known.set(target, found)
    return found
  }

  const targetOf = (ref: Node, target: string): Node | Diagnostic => {
    const identified = identifiersOf(byName.get(ref.source.file))?.find(ref, target)
    if (identified) return identified
    const { address, fragment } = partsOf(target)
    const file = fileOf(ref, target, address)
    if ('code' in file) return file
    const found = nodeIn(file, ref, address, fragment)
    if (found) return found
    const location = parseFragment(fragment)
    const { upgraded } = file
    if (upgraded && 'pointer' in location && upgraded.bodies.has(location.pointer)) {
      return dangling(ref, target, `a body of ${file.name} stays there`, BODY_HELP)
    }
    const pointer = 'pointer' in location ? location.pointer : location.anchor
    const nested = upgraded ? movedPointer(pointer) : pointer
    const nothing = `there is nothing at this location of ${file.name}`
    return dangling(ref, target, nothing, hintFor(file, address, nested))
  }

  /**
   * The file of a reference: the one that contains it, another one, or one with this `$self` or
   * `$id`.
   */
  const fileOf = (ref: Node, target: string, address: string): LoadedFile | Diagnostic => {
    const from = byName.get(ref.source.file)
    const own = from?.path ?? root.path
    const inCopy = address === '' || isRemote(own) ? undefined : copied?.pathOf(address, own)
    const absolute = remoteAddress(target, own)
    const self = absolute === undefined ? undefined : selves.get(absolute)
    const url = inCopy === undefined || self !== undefined ? absolute : undefined
    const beside = path.resolve(path.dirname(from?.path ?? base), percentDecode(address))
    const local = address === '' ? own : (inCopy ?? insideOf(within, beside))
    const filePath = url === undefined ? local : (self ?? url)
    const named = url === undefined ? identifiersOf(from)?.addressOf(ref, target) : undefined
    const file = loaded.get(filePath) ?? loaded.get(named ?? '')
    if (file) return file.foreign ? foreign(ref, target, file.name) : file
    const why = unreached?.get(url ?? named ?? '')
    if ((url ?? why) !== undefined) return remote(ref, url ?? '', target, why)
    if (within !== undefined && beside !== local) {
      return elsewhere(ref, target, unread?.get(nameOf(local, within)))
    }
    const notFetched = within === undefined ? undefined : unread?.get(nameOf(local, within))
    if (notFetched !== undefined) return elsewhere(ref, target, notFetched)
    missing.add(filePath)
    const unreadable = `there is no readable file ${nameOf(filePath, base)}`
    return dangling(ref, target, unreadable, fileHint(from ?? root, filePath, target))
  }

  const nodeIn = (
    file: LoadedFile,
    ref: Node,
    address: string,
    fragment: string,
  ): Node | undefined => {
    const top = topOf(file)
    const location = parseFragment(fragment)
    if (!('pointer' in location)) return anchorsOf(anchors, top).get(location.anchor)
    const mayBeEmbedded = address === '' && file.says.schemas
    const embedded = mayBeEmbedded
      ? insideEmbedded(top, ref.source.pointer, location.pointer)
      : undefined
    const pointer = file.upgraded ? movedPointer(location.pointer) : location.pointer
    return embedded ?? parsePointer(pointer).reduce<Node | undefined>(descend, top)
  }

  return { resolve, missing }
}

/** What identifies parts of a file, read once. */
function createIdentifiers() {
  const identifiers = new Map<string, Identifiers>()
  return (file: LoadedFile | undefined): Identifiers | undefined => {
    if (!file?.says.ids) return undefined
    const known = identifiers.get(file.name)
    if (known) return known
    const home = isRemote(file.name) ? file.name : `file:///${encodeURI(file.name)}`
    const made = readIdentifiers(topOf(file), home)
    identifiers.set(file.name, made)
    return made
  }
}

/** Looking for similar names takes long, and a document without most of its schemas needs no hints. */
function createHints() {
  const hints = new Map<string, string | undefined>()
  return (file: LoadedFile, address: string, nested: string): string | undefined => {
    const key = `${file.path} ${address}#${nested}`
    if (!hints.has(key)) {
      const hint = hints.size < MOST_HINTS ? referenceHint(topOf(file), address, nested) : undefined
      hints.set(key, hint)
    }
    return hints.get(key)
  }
}

/** The file and the location of `other.yaml#/components/schemas/Name`. */
function partsOf(target: string): { readonly address: string; readonly fragment: string } {
  const hash = target.indexOf('#')
  if (hash < 0) return { address: target, fragment: '' }
  return { address: target.slice(0, hash), fragment: target.slice(hash + 1) }
}

/** Suggests the path of a component, or a file with a similar name. */
function fileHint(from: LoadedFile, filePath: string, target: string): string | undefined {
  const named = target.includes('#') ? undefined : nameHint(topOf(from), target)
  if (named !== undefined) return named
  const near = nearFile(filePath, path.dirname(from.path))
  return near === undefined ? undefined : `Did you mean ${near}, in the same folder?`
}

/** The whole content of a file. */
export function topOf({ name, parsed }: LoadedFile): Node {
  return { value: parsed.value, source: { file: name, pointer: '' } }
}
