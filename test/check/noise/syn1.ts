export type M<O> = keyof O extends infer K extends string ? K : never;
