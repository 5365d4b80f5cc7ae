import path from 'node:path'
import type { Diagnostic } from '../../diagnostics/diagnostic.js'
import { percentDecode } from '../../model/pointer.js'
import { member, type Node, text } from '../node.js'
import { isFile, type LoadedFile } from '../read-files.js'
import { topOf } from '../resolve-references.js'
import type { PatternOf } from './linear-pattern.js'
import { applyOverlays } from './overlay.js'
import { createOverlayBudget } from './overlay-budget.js'

/** The overlays of a description, each applied to the file that it extends. */
export interface Layers {
  readonly files: readonly LoadedFile[]
  /** A file of the description with its overlays applied. The same file may be read twice. */
  readonly apply: (file: LoadedFile) => LoadedFile
  /** Diagnostics, complete once every file has been read. */
  readonly findings: () => readonly Diagnostic[]
}

interface Layer {
  readonly overlay: LoadedFile
  /** Absolute path of the file that it is applied to. */
  readonly target: string
  readonly findings: readonly Diagnostic[]
}

export function createLayers(
  files: readonly LoadedFile[],
  rootPath: string,
  patternOf: PatternOf = () => undefined,
): Layers {
  const layers = files.map((overlay) => layerOf(overlay, rootPath))
  const found = new Map<string, Diagnostic[]>()

  const apply = (file: LoadedFile): LoadedFile => {
    const own = layers.filter(({ target }) => target === file.path)
    if (own.length === 0) return file
    const findings: Diagnostic[] = []
    found.set(file.path, findings)
    // A text that does not parse is returned unchanged, with its errors.
    if ([file, ...files].some(({ parsed }) => parsed.faults.length > 0)) return file
    const overlays = own.map(({ overlay }) => topOf(overlay))
    const budget = createOverlayBudget([file, ...files])
    const report = (each: Diagnostic): void => {
      findings.push(each)
    }
    const tools = { report, budget, patternOf }
    const { value, written } = applyOverlays(topOf(file), overlays, tools)
    return { ...file, parsed: { ...file.parsed, value }, written }
  }

  const findings = (): readonly Diagnostic[] => [
    ...layers.flatMap((layer) => layer.findings),
    ...layers.flatMap(({ overlay, target }) => (found.has(target) ? [] : [unusedTarget(overlay)])),
    ...[...found.values()].flat(),
  ]

  return { files, apply, findings }
}

/** The file that an overlay applies to, according to its `extends`. */
export function overlayTarget(
  overlayPath: string,
  address: string | undefined,
  rootPath: string,
): string {
  if (address === undefined || /^[a-z][a-z+.-]+:/i.test(address)) return rootPath
  const target = path.resolve(path.dirname(overlayPath), percentDecode(address))
  return isFile(target) ? target : rootPath
}

/**
 * `extends` identifies the target document, relative to the overlay: the root of a description, or a file
 * that it refers to. The overlay of a third party has the URL or path of the document on its author's side.
 */
function layerOf(overlay: LoadedFile, rootPath: string): Layer {
  const node = member(topOf(overlay), 'extends')
  const address = text(node)
  const target = overlayTarget(overlay.path, address, rootPath)
  if (!node || address === undefined || target !== rootPath || namesFile(overlay, address)) {
    return { overlay, target, findings: [] }
  }
  const message = `\`extends\` refers to ${address}, which does not exist: the overlay is applied to the document itself`
  return { overlay, target: rootPath, findings: [ineffective(node, message)] }
}

/** The root itself, or its URL or path on the side of the overlay's author. */
function namesFile({ path: own }: LoadedFile, address: string): boolean {
  const isUrl = /^[a-z][a-z+.-]+:/i.test(address)
  return isUrl || isFile(path.resolve(path.dirname(own), percentDecode(address)))
}

function unusedTarget(overlay: LoadedFile): Diagnostic {
  const node = member(topOf(overlay), 'extends') ?? topOf(overlay)
  return ineffective(
    node,
    `${String(node.value)} is not a file of this description, so the overlay changes nothing`,
  )
}

function ineffective(node: Node, message: string): Diagnostic {
  const help = 'Set it to the document or a file that it refers to, relative to the overlay.'
  return { code: 'TW8002', severity: 'warning', message, at: node.source, help }
}
