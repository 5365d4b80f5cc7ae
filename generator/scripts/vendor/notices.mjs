import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const LINE = '-'.repeat(80)

/**
 * Whose code is in a bundle, by the bundler's list of its modules: transitive dependencies are in it too, and those that
 * nothing was used of are not.
 */
export function createNotices() {
  const packages = new Map()
  /** Of other authors, in files of a package. */
  const inFiles = new Set()
  return {
    add(code, modules) {
      for (const id of modules) {
        const folder = packageFolder(id)
        if (folder === undefined) continue
        if (!packages.has(folder)) packages.set(folder, [])
        packages.get(folder).push(path.relative(folder, id).replaceAll('\\', '/'))
      }
      for (const [comment] of code.matchAll(
        /\/\*!?(?:(?!\*\/)[\s\S])*?\bCopyright\b[\s\S]*?\*\//g,
      )) {
        inFiles.add(plain(comment))
      }
    },

    /** For the bill of materials and the audit. */
    packages() {
      return [...packages]
        .map(([folder, modules]) => {
          const { name, version, license } = manifestOf(folder)
          return { name, version, license, modules: modules.sort() }
        })
        .sort((left, right) => (left.name < right.name ? -1 : 1))
    },

    text() {
      const texts = [...packages.keys()].map(licenseText).sort()
      const title = `Parts of these packages are in this folder; their names are in packages.json.\n`
      return [title, ...texts, ...inFiles].join(`\n${LINE}\n\n`)
    },
  }

  function licenseText(folder) {
    const { name, version, license } = manifestOf(folder)
    const files = readdirSync(folder).filter((each) =>
      /^(?:licen[sc]e|notice)(?:\.\w+)?$/i.test(each),
    )
    if (files.length === 0) throw new Error(`${name} has no licence to carry`)
    const texts = files.map((each) => readFileSync(path.join(folder, each), 'utf8').trim())
    return `${name} ${version} (${license})\n\n${texts.join('\n\n')}\n`
  }
}

function manifestOf(folder) {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
}

/** The folder of the package that a module is part of; modules of ours have none. */
function packageFolder(id) {
  const folder = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+(?=[\\/])/.exec(id)?.[0]
  if (folder !== undefined && !existsSync(path.join(folder, 'package.json'))) {
    throw new Error(`${id} is part of no package`)
  }
  return folder
}

/** The text of a comment. */
function plain(comment) {
  const lines = comment.slice(2, -2).split(/\r?\n/)
  return `${lines
    .map((line) => line.replace(/^[\s*!]+|[\s*]+$/g, ''))
    .join('\n')
    .trim()}\n`
}
