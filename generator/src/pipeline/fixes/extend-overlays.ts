import { existsSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { PackageConfig } from '../../config/options.js'
import { isDictionary } from '../../model/json.js'
import { writeText } from '../../output/folder.js'
import type { Fix } from '../../probe/mismatch.js'
import type { Document } from '../../source/document.js'
import { type Edit, editText } from '../../source/edit-document.js'
import { overlayTarget } from '../../source/overlay/layers.js'
import { parseText } from '../../source/syntax/parse.js'
import { readOptionsOf } from '../package-read-options.js'
import { type Applied, withoutConflicts } from './apply-fixes.js'
import { type Overlay, overlayOf, overlayText } from './overlay-text.js'

/**
 * Appends fixes to the last overlay that applies to their file; comments are kept. If the last overlay in the
 * configuration is a folder, a new file is created in it.
 */
export async function extendOverlays(
  config: PackageConfig,
  base: string,
  fixes: readonly Fix[],
  document: Document,
  cwd: string,
): Promise<Applied> {
  const homeless: string[] = []
  const files: string[] = []
  let applied = 0
  for (const name of new Set(fixes.map((each) => each.file))) {
    const home = await overlayTargetOf(config, base, document, name)
    if (!home) {
      homeless.push(name)
      continue
    }
    const own = withoutConflicts(fixes.filter((each) => each.file === name)).chosen
    await write(home, overlayOf(own, name, contentOf(document, name)))
    applied += own.length
    files.push(path.relative(cwd, home.file).split(path.sep).join('/'))
  }
  const made = { files, applied, left: fixes.length - applied }
  if (homeless.length === 0) return made
  return { ...made, because: `no overlay of the package is for ${homeless.join(', ')}` }
}

/** An overlay to extend, or to create. */
interface OverlayTarget {
  readonly file: string
  /** The `extends` of a new overlay; absent for the document itself. */
  readonly extends?: string
}

async function overlayTargetOf(
  config: PackageConfig,
  base: string,
  { files, root }: Document,
  name: string,
): Promise<OverlayTarget | undefined> {
  const [target, rootPath] = [files.get(name)?.path, files.get(root.source.file)?.path]
  if (target === undefined || rootPath === undefined) return undefined
  const overlays = (readOptionsOf(config, base).overlays ?? []).map((each) =>
    path.resolve(base, each),
  )
  const targets = await Promise.all(
    overlays.map(async (file) => overlayTarget(file, await extendsOf(file), rootPath)),
  )
  const last = overlays[targets.lastIndexOf(target)]
  const folder = folderAtEnd(config, base)
  if (folder === undefined) return last === undefined ? undefined : { file: last }
  const isRoot = target === rootPath
  const suffix = isRoot ? '' : `.${path.basename(target).replace(/\.\w+$/, '')}`
  const file = path.join(folder, `zz-seen${suffix}.yaml`)
  // The overlays of a folder are applied in alphabetical order.
  if (last !== undefined && last > file && path.dirname(last) === folder) return { file: last }
  const address = path.relative(folder, target).split(path.sep).join('/')
  return { file, ...(isRoot ? {} : { extends: address }) }
}

function folderAtEnd({ overlay = [] }: PackageConfig, base: string): string | undefined {
  const named = [overlay].flat().at(-1)
  const folder = named === undefined ? undefined : path.resolve(base, named)
  const isThere = folder && statSync(folder, { throwIfNoEntry: false })?.isDirectory()
  return isThere ? folder : undefined
}

async function extendsOf(file: string): Promise<string | undefined> {
  const { value } = parseText(await readFile(file, 'utf8'), isJson(file))
  return isDictionary(value) && typeof value.extends === 'string' ? value.extends : undefined
}

/** A file of the description with its overlays applied. */
function contentOf({ files, root, resolve }: Document, name: string): unknown {
  const [from, to] = [files.get(root.source.file)?.path ?? '', files.get(name)?.path ?? '']
  if (from === to) return root.value
  const address = path.relative(path.dirname(from), to).split(path.sep).join('/')
  const found = resolve({ value: { $ref: encodeURI(address) }, source: root.source })
  return 'code' in found ? undefined : found.value
}

async function write({ file, extends: target }: OverlayTarget, overlay: Overlay): Promise<void> {
  if (existsSync(file)) {
    const edits = overlay.actions.map((value): Edit => ({ op: 'add', path: '/actions/-', value }))
    await writeText(file, editText(await readFile(file, 'utf8'), edits, isJson(file)))
    return
  }
  const { overlay: version, ...says } = overlay
  const own = target === undefined ? overlay : { overlay: version, extends: target, ...says }
  await writeText(file, overlayText(own, file))
}

function isJson(file: string): boolean {
  return /\.json$/i.test(file)
}
