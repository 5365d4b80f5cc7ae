// Before packages are published: writes where their sources are into each package.json that does not say so, from
// what the workflow knows of its repository. Provenance on npm asks for the same. Links of READMEs that leave the package
// lead to the repository.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env
if (!server || !name) throw new Error('GITHUB_SERVER_URL and GITHUB_REPOSITORY have to be set')

const root = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '../..'))
const folders = readdirSync(path.join(root, 'packages')).map((folder) => `packages/${folder}`)
for (const directory of ['generator', ...folders]) {
  const file = path.join(root, directory, 'package.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  const repository = { type: 'git', url: `git+${server}/${name}.git`, directory }
  const homepage = `${server}/${name}/tree/HEAD/${directory}#readme`
  writeFileSync(file, `${JSON.stringify({ repository, homepage, ...manifest }, undefined, 2)}\n`)
  withAbsoluteLinks(path.join(root, directory, 'README.md'), directory)
}

/** `../../docs/x.md` is in no package. */
function withAbsoluteLinks(readme, directory) {
  if (!existsSync(readme)) return
  const text = readFileSync(readme, 'utf8').replaceAll(/\]\((\.\.\/[^)\s]+)\)/g, (_, link) => {
    return `](${server}/${name}/blob/HEAD/${path.posix.join(directory, link)})`
  })
  writeFileSync(readme, text)
}
