/**
 * Generated code names the format it was written in; this is the one that the runtime supports. If they
 * differ, the code does not compile and the compiler shows both. Nothing of it exists at run time.
 * Raise the number, here and in the generator, whenever older generated code would no longer work;
 * `test/packages/code-format.test.ts` compiles and runs older code, and fails if the number was not raised.
 */
export type GeneratedCode<
  Format extends 'format 4 (otherwise update @tagwire/runtime and run `tagwire generate`)',
> = Format
