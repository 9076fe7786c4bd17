/** One kind of figure, with a value for each set of labels. */
export interface Metric {
  /** In parts, such as `toolgate.calls`; each format writes it its own way. */
  readonly name: string;
  readonly help: string;
  /** Of a counter and a histogram the values only grow. */
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly unit?: 's' | 'By';
  readonly points: readonly Point[];
}

export interface Point {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number | Distribution;
}

/** How often values fell between the bounds, the last count for what is above all of them. */
export interface Distribution {
  readonly bounds: readonly number[];
  readonly counts: readonly number[];
  readonly sum: number;
}

/** A figure without labels. */
export const single = (value: number): readonly Point[] => [{ labels: {}, value }];
