export type { SampleChoice, SampleRule, SampleSource } from './rule.js'
export { endsInTime, type Sample, type SampleOptions, sample } from './sampler.js'
