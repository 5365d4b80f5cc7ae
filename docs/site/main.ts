import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { siteAssets, siteFiles, sitePages, writeSite } from './build.js'
import { drawCards } from './html/cards.js'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = path.resolve(here, '../..')

const ADDRESSES = {
  url: 'the address of the site, with a slash at its end: https://docs.example.com/',
  edit: 'where files of the repository are edited, with a slash at its end: https://github.com/acme/tagwire/edit/main/',
} as const

const { values } = parseArgs({ options: { url: { type: 'string' }, edit: { type: 'string' } } })
for (const [option, takes] of Object.entries(ADDRESSES)) {
  const given = option === 'url' ? values.url : values.edit
  if (given === undefined || /^https?:\/\/.*\/$/.test(given)) continue
  process.stderr.write(`--${option} takes ${takes}\n`)
  process.exit(2)
}
const { version } = readPackage(path.join(root, 'generator/package.json'))
const site = {
  version,
  ...(values.url === undefined ? {} : { url: values.url }),
  ...(values.edit === undefined ? {} : { editUrl: values.edit }),
}
const begun = performance.now()
const pages = await sitePages(root)
const files = [...siteFiles(pages, site), ...(await siteAssets(root))]
const out = path.join(root, 'docs/dist')
writeSite(out, files, site.url === undefined ? [] : await drawCards(pages))

const seconds = ((performance.now() - begun) / 1000).toFixed(1)
const sizes = new Map(files.map((file) => [file.path, Buffer.byteLength(file.text)]))
const bytes = [...sizes.values()].reduce((sum, each) => sum + each, 0)
const kilobytes = (name: string): string => `${((sizes.get(name) ?? 0) / 1000).toFixed(0)} kB`
process.stdout.write(
  `${pages.length} pages, ${(bytes / 1e6).toFixed(1)} MB in ${path.relative(root, out)}: ` +
    `${kilobytes('assets/page.js')} of script a page, ${kilobytes('assets/search.json')} to search; ${seconds} s\n`,
)

function readPackage(file: string): { readonly version: string } {
  const read: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (typeof read === 'object' && read !== null && 'version' in read) {
    return { version: String(read.version) }
  }
  throw new Error(`${file} has no version.`)
}
