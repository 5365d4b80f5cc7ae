import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { siteAssets, siteFiles, sitePages, writeSite } from './build.js'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = path.resolve(here, '../..')

const { values } = parseArgs({ options: { url: { type: 'string' } } })
if (values.url !== undefined && !/^https?:\/\/.*\/$/.test(values.url)) {
  process.stderr.write(
    '--url takes the address of the site, with a slash at its end: https://docs.example.com/\n',
  )
  process.exit(2)
}
const site = values.url === undefined ? {} : { url: values.url }
const begun = performance.now()
const pages = await sitePages(root)
const files = [...siteFiles(pages, site), ...(await siteAssets(root))]
const out = path.join(root, 'docs/dist')
writeSite(out, files)

const seconds = ((performance.now() - begun) / 1000).toFixed(1)
const sizes = new Map(files.map((file) => [file.path, Buffer.byteLength(file.text)]))
const bytes = [...sizes.values()].reduce((sum, each) => sum + each, 0)
const kilobytes = (name: string): string => `${((sizes.get(name) ?? 0) / 1000).toFixed(0)} kB`
process.stdout.write(
  `${pages.length} pages, ${(bytes / 1e6).toFixed(1)} MB in ${path.relative(root, out)}: ` +
    `${kilobytes('assets/page.js')} of script a page, ${kilobytes('assets/search.json')} to search; ${seconds} s\n`,
)
