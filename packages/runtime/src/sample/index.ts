export type { SampleChoice, SampleRule, SampleSource } from './rule.js'
export { type Sample, type SampleOptions, sample } from './sampler.js'
