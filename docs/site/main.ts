import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { siteAssets, siteFiles, sitePages, writeSite } from './build.js'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = path.resolve(here, '../..')

const begun = performance.now()
const pages = sitePages(root)
const files = [...siteFiles(pages), ...(await siteAssets(root))]
const out = path.join(root, 'docs/dist')
writeSite(out, files)

const seconds = ((performance.now() - begun) / 1000).toFixed(1)
const script = readFileSync(path.join(out, 'assets/search.js')).length
process.stdout.write(
  `${pages.length} pages in ${path.relative(root, out)}, ${(script / 1000).toFixed(0)} kB of script, ${seconds} s\n`,
)
