import { existsSync } from 'node:fs'
import { readFile, symlink } from 'node:fs/promises'
import path from 'node:path'
import { CONFIG_NAMES, type LoadedConfig, loadConfig } from '../../config/config.js'
import type { CommitFiles } from './commit-files.js'

/**
 * The configuration of a commit: the named file, relative to the root, or the nearest one at or above the
 * current folder. `undefined` if the commit has none.
 */
export async function configOfCommit(
  commit: CommitFiles,
  named?: string,
): Promise<LoadedConfig | undefined> {
  const file = named ?? nearest(commit)
  if (file === undefined || !commit.names.has(file)) return undefined
  await commit.copyDocuments()
  if (!file.endsWith('.json')) {
    await copyWithImports(commit, file)
    await linkPackages(commit, path.posix.dirname(file))
  }
  const configFile = path.join(commit.tree, file)
  return loadConfig(path.dirname(configFile), configFile)
}

function nearest({ names, prefix }: CommitFiles): string | undefined {
  for (let folder = prefix.replace(/\/$/, ''); ; folder = path.posix.dirname(folder)) {
    const at = folder === '.' ? '' : folder
    const file = CONFIG_NAMES.map((name) => path.posix.join(at, name)).find((each) =>
      names.has(each),
    )
    if (file !== undefined || at === '') return file
  }
}

const RELATIVE = /\b(?:from|import)\s*\(?\s*(['"])(\.[^'"\n]*)\1/g

/** A program and the local files that it imports. */
async function copyWithImports({ names, tree, copy }: CommitFiles, file: string): Promise<void> {
  const wanted = new Set([file])
  // Iteration over a set includes elements that are added meanwhile.
  for (const each of wanted) {
    await copy([each])
    const text = await readFile(path.join(tree, each), 'utf8')
    for (const [, , name = ''] of text.matchAll(RELATIVE)) {
      const target = path.posix.join(path.posix.dirname(each), name)
      const sourceFile = target.replace(/\.([cm]?)js$/, '.$1ts')
      const found = [target, sourceFile, `${target}.ts`, `${target}.js`, `${target}/index.ts`]
      for (const configFile of found) if (names.has(configFile)) wanted.add(configFile)
    }
  }
}

/** Its package imports resolve to the currently installed versions. */
async function linkPackages({ top, tree }: CommitFiles, folder: string): Promise<void> {
  const folders = new Set(['', folder === '.' ? '' : folder])
  for (const each of folders) {
    const installed = path.join(top, each, 'node_modules')
    const link = path.join(tree, each, 'node_modules')
    if (existsSync(installed) && !existsSync(link)) await symlink(installed, link, 'junction')
  }
}
