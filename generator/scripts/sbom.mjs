// Prints what the published tool brings along, as CycloneDX: every package that installing it installs, and those that
// it was bundled with. With a folder, the same for another package of this repository.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { pnpmCommand } from './pnpm.mjs'
import { vendor } from './vendor.mjs'

const purlOf = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`

/** `dependencies` as `pnpm list` prints them. */
export function bomOf({ name, version, license }, dependencies, bundled, type = 'application') {
  const main = purlOf(name, version)
  const { direct, components } = installed(dependencies, version)
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type,
        'bom-ref': main,
        name,
        version,
        purl: main,
        licenses: [{ license: { id: license } }],
        // Parts of it, rather than packages that are installed beside it.
        components: bundled.map(componentOf),
      },
    },
    components: [...components].sort().map(([, each]) => componentOf(each)),
    dependencies: [
      { ref: main, dependsOn: direct.sort() },
      ...[...components].sort().map(([ref, { dependsOn }]) => ({
        ref,
        dependsOn: [...new Set(dependsOn)].sort(),
      })),
    ],
  }
}

function componentOf({ name, version, license }) {
  const purl = purlOf(name, version)
  const licenses = license === undefined ? {} : { licenses: [{ license: { id: license } }] }
  return { type: 'library', 'bom-ref': purl, name, version, purl, ...licenses }
}

/** Each package once, by name and version, with what it depends on. */
function installed(dependencies, ownVersion) {
  const components = new Map()
  return { direct: visit(dependencies), components }

  function visit(list = {}) {
    return Object.entries(list).map(([key, { version: its, from, dependencies: inner }]) => {
      const version = /^link:/.test(its) ? ownVersion : its
      const name = from ?? key
      const ref = purlOf(name, version)
      const known = components.get(ref)
      if (known === undefined) {
        const component = { name, version, dependsOn: [] }
        components.set(ref, component)
        component.dependsOn = visit(inner)
      } else if (inner) {
        known.dependsOn = [...new Set([...known.dependsOn, ...visit(inner)])]
      }
      return ref
    })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const tool = new URL('..', import.meta.url)
  const [folder] = process.argv.slice(2)
  const home = folder ? pathToFileURL(`${path.resolve(folder)}/`) : tool
  const [program, ...first] = pnpmCommand()
  const args = [...first, 'list', '--prod', '--depth', 'Infinity', '--json']
  const listing = execFileSync(program, args, { cwd: home, encoding: 'utf8', maxBuffer: 2 ** 28 })
  const manifest = JSON.parse(readFileSync(new URL('package.json', home), 'utf8'))
  const [{ dependencies }] = JSON.parse(listing)
  const bom = folder
    ? bomOf(manifest, dependencies, [], 'library')
    : bomOf(manifest, dependencies, await vendor())
  console.log(JSON.stringify(bom, undefined, 2))
}
