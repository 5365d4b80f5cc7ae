import type { EmittedFile } from '../emit/generated-file.js'
import type { Changes } from '../output/compare-with-disk.js'
import { isRecorded, MANIFEST, manifestHash, parseManifest } from '../output/recorded-manifest.js'
import type { Document } from '../source/document.js'
import { toolVersion } from './tool-version.js'

/** Versions and hashes, once per package: which tool generated which files from which document. */
export function manifestFile(
  document: Pick<Document, 'files'>,
  files: readonly EmittedFile[],
  peers: readonly string[] = [],
): EmittedFile {
  const text = JSON.stringify(
    {
      generator: `tagwire ${toolVersion}`,
      document: Object.fromEntries(
        [...document.files].map(([name, file]) => [name, manifestHash(file.text)]).sort(byName),
      ),
      files: Object.fromEntries(
        files
          .filter((file) => file.path !== 'package.json')
          .map((file) => [file.path, manifestHash(file.text)])
          .sort(byName),
      ),
      ...(peers.length > 0 ? { peers } : {}),
    },
    undefined,
    2,
  )
  return { path: MANIFEST, text: `${text}\n` }
}

/** Why a package differs from what would be generated, according to its manifest. */
export interface Reasons {
  /** Documents that changed since it was generated. */
  readonly documents: readonly string[]
  /** Generated files that were edited. */
  readonly edited: readonly string[]
  /** The version of tagwire that generated it, if it is another one. */
  readonly generator?: string
}

export function reasonsOf({ changed, manifest }: Changes): Reasons | undefined {
  const was = parseManifest(manifest)
  if (!was) return undefined
  const now = parseManifest(changed.find(({ path }) => path === MANIFEST)?.text) ?? was
  const documents = [...new Set([...Object.keys(was.document), ...Object.keys(now.document)])]
  return {
    documents: documents.filter((name) => was.document[name] !== now.document[name]),
    edited: changed
      .filter(
        ({ path, before }) => Object.hasOwn(was.files, path) && !isRecorded(was, path, before),
      )
      .map(({ path }) => path),
    ...(was.generator === now.generator ? {} : { generator: was.generator }),
  }
}

function byName([left]: string[], [right]: string[]): number {
  return (left ?? '') < (right ?? '') ? -1 : 1
}
