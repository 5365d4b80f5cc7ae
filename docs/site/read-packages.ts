import { readFileSync } from 'node:fs'
import path from 'node:path'
import { readNamed } from '../../generator/src/pipeline/read-named.js'
import { type DescribedPackage, describePackage } from './reference/described-package.js'

/** The two packages of this repository: the document, and where the package is. */
const PACKAGES = [
  { name: '@tagwire/routing', spec: 'spec/routing/openapi.yaml', folder: 'packages/routing' },
  { name: '@tagwire/node-rpc', spec: 'spec/node-rpc/openrpc.yaml', folder: 'packages/node-rpc' },
]

export async function readPackages(
  root: string,
): Promise<{ readonly described: DescribedPackage; readonly readme: string }[]> {
  const packages = []
  for (const { name, spec, folder } of PACKAGES) {
    const { model } = await readNamed(spec, root)
    if (!model) throw new Error(`${spec} has errors: run npx -y pnpm@12 generate`)
    const readme = readFileSync(path.join(root, folder, 'README.md'), 'utf8')
    packages.push({ described: describePackage(model, name), readme })
  }
  return packages
}
