/** What the runtime knows about the values that rules describe; mocks draw their data with the same. */
export {
  commonTypes,
  endsInTime,
  type Gathered,
  gathering,
  impliedType,
  type PatternPart,
  patternOf,
  type Sample,
  type SampleSource,
  sample,
} from '@tagwire/runtime/sample'
