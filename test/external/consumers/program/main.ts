import { results } from './consumer.js'

const wrong = results.filter(([, found, expected]) => found !== expected)
if (wrong.length > 0) throw new Error(JSON.stringify(wrong))
