// Prints what the published tool brings along, as CycloneDX: every package that installing it installs.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const read = (path) => JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'))
const { name, version, license } = read('package.json')
const home = new URL('..', import.meta.url)
const listing = execFileSync(
  'npx',
  ['-y', 'pnpm@12', 'list', '--prod', '--depth', 'Infinity', '--json'],
  { cwd: home, encoding: 'utf8', maxBuffer: 2 ** 28 },
)

/** Each package once, by name and version, with what it depends on. */
const components = new Map()
const purlOf = (each, its) => `pkg:npm/${each.replace('@', '%40')}@${its}`

function visit(dependencies = {}) {
  return Object.entries(dependencies).map(([key, { version: its, from, dependencies: inner }]) => {
    const own = /^link:/.test(its) ? version : its
    const ref = purlOf(from ?? key, own)
    if (!components.has(ref)) {
      components.set(ref, { name: from ?? key, version: own, dependsOn: [] })
      components.get(ref).dependsOn = visit(inner)
    } else if (inner) {
      const known = components.get(ref)
      known.dependsOn = [...new Set([...known.dependsOn, ...visit(inner)])]
    }
    return ref
  })
}

const [root] = JSON.parse(listing)
const direct = visit(root.dependencies)
const main = purlOf(name, version)
const bom = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: {
    component: {
      type: 'application',
      'bom-ref': main,
      name,
      version,
      purl: main,
      licenses: [{ license: { id: license } }],
    },
  },
  components: [...components].sort().map(([ref, each]) => ({
    type: 'library',
    'bom-ref': ref,
    name: each.name,
    version: each.version,
    purl: ref,
  })),
  dependencies: [
    { ref: main, dependsOn: direct.sort() },
    ...[...components].sort().map(([ref, { dependsOn }]) => ({
      ref,
      dependsOn: [...new Set(dependsOn)].sort(),
    })),
  ],
}
console.log(JSON.stringify(bom, undefined, 2))
