import { createRequire } from 'node:module'
import type Handlebars from 'handlebars'
import { ownFile } from '../../own-files.js'

const require = createRequire(import.meta.url)

/** Only what renders templates: they are compiled when the generator is built, which takes longer than to load this. */
const { template }: Pick<typeof Handlebars, 'template'> = require('handlebars/runtime')

const COMPILED: Readonly<Record<string, TemplateSpecification>> = require(
  ownFile('assets/templates.cjs'),
)

const templates = new Map<string, Handlebars.TemplateDelegate<object>>()

/**
 * Files with a fixed outline (`templates/`). A template gets finished strings and flat lists, never the model, so that
 * all decisions are made in TypeScript.
 */
export function renderTemplate(name: string, view: object): string {
  const render = templates.get(name) ?? template<object>(compiled(name))
  templates.set(name, render)
  return render(view)
}

function compiled(name: string): TemplateSpecification {
  const found = COMPILED[name]
  if (found === undefined) throw new Error(`There is no templates/${name}.hbs.`)
  return found
}
