import { lstat, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { type Diagnostic, Fault } from '../diagnostics/diagnostic.js'
import { isDeviceName } from '../model/device-names.js'
import { isPathInside } from '../model/portable-path.js'
import { removeEmpty, writeText } from '../output/folder.js'
import type { Document } from '../source/document.js'
import { redactSpec } from './redact-spec.js'

/** The folder next to the configuration with the copies, which should be committed. */
const FOLDER = 'tagwire.specs'

/** Whether a document is not a local file, so that a copy of it is used: a URL or `git:REF:path`. */
export function isElsewhere(spec: string): boolean {
  return /^(?:https?:\/\/|git:)/i.test(spec)
}

/** The path of the document that is read for a package: its own, or that of the copy. */
export function readablePath(key: string, spec: string): string {
  return isElsewhere(spec) ? `${copyFolder(key)}/${nameOf(spec)}` : spec
}

/** Two documents cannot share a copy: one package would be generated from the document of the other. */
export function refuseSharedCopies(
  packages: Readonly<Record<string, { readonly spec: string }>>,
): void {
  const owners = new Map<string, string>()
  for (const [key, { spec }] of Object.entries(packages)) {
    if (!isElsewhere(spec)) continue
    const copy = readablePath(key, spec)
    const owner = owners.get(copy.toLowerCase())
    if (owner !== undefined && packages[owner]?.spec !== spec) {
      throw new Fault({
        code: 'TW7001',
        severity: 'error',
        message: `the documents of ${owner} and ${key} would both be copied to ${copy}`,
        help: 'Give one of the packages another name in `packages`.',
      })
    }
    owners.set(copy.toLowerCase(), key)
  }
}

/** The copy is created by `update`, and by `generate --spec` without a configuration. */
export async function refuseMissingCopy(base: string, key: string, spec: string): Promise<void> {
  if (!isElsewhere(spec)) return
  const file = readablePath(key, spec)
  const found = await readFile(path.join(base, file)).then(
    () => true,
    () => false,
  )
  if (found) return
  throw new Fault({
    code: 'TW1001',
    severity: 'error',
    message: `there is no copy of ${redactSpec(spec)} at ${file} yet`,
    help: `Run \`tagwire update ${key}\` (without a configuration: \`tagwire generate --spec …\`), and commit the copy: \`generate\` and \`check\` use it.`,
  })
}

/** A copy that was written. */
interface WrittenCopy {
  /** The files that differed. */
  readonly files: readonly string[]
  /** Leaves everything as it was before, because nothing was made of the document. */
  readonly undo: () => Promise<void>
}

/** Writes the files of a document below the folder of the copy. */
export async function writeCopy(
  base: string,
  key: string,
  spec: string,
  document: Document,
): Promise<WrittenCopy> {
  const root = document.root.source.file
  const written: { readonly copy: string; readonly before: string | undefined }[] = []
  const made: string[] = []
  const undo = async (): Promise<void> => {
    for (const { copy, before } of written) {
      if (before === undefined) await rm(path.join(base, copy), { force: true })
      else await writeText(path.join(base, copy), before)
    }
    await removeEmpty(made)
  }
  try {
    for (const [name, { text }] of document.files) {
      const target = name === root ? nameOf(spec) : name
      if (!isPathInside(target)) throw new Fault(outside(spec, name))
      const copy = path.posix.join(copyFolder(key), target)
      const file = path.join(base, copy)
      const before = await readFile(file, 'utf8').catch(() => undefined)
      if (before === text) continue
      await refuseLinks(base, copy)
      written.push({ copy, before })
      await writeText(file, text, made)
    }
  } catch (error) {
    await undo()
    throw error
  }
  return { files: written.map(({ copy }) => copy), undo }
}

/** A symbolic link in a folder that others can commit to could redirect the write anywhere on this disk. */
async function refuseLinks(base: string, copy: string): Promise<void> {
  const names = copy.split('/')
  for (const count of names.keys()) {
    const part = names.slice(0, count + 1).join('/')
    const found = await lstat(path.join(base, part)).catch(() => undefined)
    if (!found?.isSymbolicLink()) continue
    throw new Fault({
      code: 'TW7002',
      severity: 'error',
      message: `${part} is a symbolic link: the copy of a document is only written to a regular file`,
      help: 'Remove the link, and run the command again.',
    })
  }
}

/** The folder of the copy that a file belongs to: its references must not leave it, like those of the original. */
export function folderOfCopy(file: string): string | undefined {
  const names = file.split(path.sep)
  const at = names.lastIndexOf(FOLDER)
  return at < 0 || at + 2 >= names.length ? undefined : names.slice(0, at + 2).join(path.sep)
}

function copyFolder(key: string): string {
  const name = key.replace(/[^\w.-]+/g, '-').replace(/^[.-]+/, '')
  return `${FOLDER}/${isDeviceName(name) ? `_${name}` : name}`
}

/**
 * A document of a commit keeps its path, because of its relative references; for a URL, only the last segment
 * is kept.
 */
function nameOf(spec: string): string {
  const [, file] = /^git:[^:]+:(.+)$/s.exec(spec) ?? []
  if (file !== undefined) return path.posix.normalize(file.replace(/^(?:\.\.?\/)+/, ''))
  if (!URL.canParse(spec)) {
    throw new Fault({
      code: 'TW1001',
      severity: 'error',
      message: `${redactSpec(spec)} is not a valid URL`,
      help: 'Correct the `spec` of the package.',
    })
  }
  const { pathname } = new URL(spec)
  const [name] = /[\w.-]+\.(?:json|ya?ml)$/i.exec(pathname) ?? ['document.yaml']
  return isDeviceName(name) ? `_${name}` : name
}

function outside(spec: string, name: string): Diagnostic {
  return {
    code: 'TW1001',
    severity: 'error',
    message: `${redactSpec(spec)} refers to ${name}, which cannot be copied beside the configuration`,
    help: 'Keep a copy of the documents in this repository, and name it as `spec`.',
  }
}
