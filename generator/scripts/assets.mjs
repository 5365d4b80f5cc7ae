// Puts the files that the generator reads at run time inside its package.
import { cpSync, mkdirSync, rmSync } from 'node:fs'

const from = (path) => new URL(`../../${path}`, import.meta.url)
const to = (path) => new URL(`../assets/${path}`, import.meta.url)

rmSync(to(''), { recursive: true, force: true })
mkdirSync(to(''), { recursive: true })
cpSync(from('templates'), to('templates'), { recursive: true })
cpSync(from('spec/vocabulary.schema.json'), to('vocabulary.schema.json'))
