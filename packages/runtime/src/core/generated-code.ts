/**
 * Generated code names the format that it was written in, and this is the one that the runtime reads. Where
 * they differ, the code does not compile and the compiler shows both; nothing is left of it when it runs.
 * The number is raised, here and in the generator, whenever code of before would not work any more;
 * `test/packages/code-format.test.ts` compiles and runs code of before, and fails where it should have been.
 */
export type GeneratedCode<
  Format extends 'format 1 (otherwise update @tagwire/runtime and run `tagwire generate`)',
> = Format
