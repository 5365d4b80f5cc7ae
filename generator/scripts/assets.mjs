// Puts the files that the generator reads at run time inside its package.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import Handlebars from 'handlebars'

const from = (path) => new URL(`../../${path}`, import.meta.url)
const to = (path) => new URL(`../assets/${path}`, import.meta.url)

rmSync(to(''), { recursive: true, force: true })
mkdirSync(to(''), { recursive: true })
writeFileSync(to('templates.cjs'), compiledTemplates())
cpSync(from('spec/vocabulary.schema.json'), to('vocabulary.schema.json'))

/** To compile the templates in each run would take it longer than everything else for a small package. */
function compiledTemplates() {
  const files = readdirSync(from('templates')).filter((file) => file.endsWith('.hbs'))
  const templates = files.sort().map((file) => {
    const source = readFileSync(from(`templates/${file}`), 'utf8')
    const compiled = Handlebars.precompile(source, {
      strict: true,
      noEscape: true,
      knownHelpersOnly: true,
    })
    return `${JSON.stringify(file.replace(/\.hbs$/, ''))}: ${compiled}`
  })
  return `module.exports = {\n${templates.join(',\n')}\n}\n`
}
