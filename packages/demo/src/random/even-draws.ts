import type { Random } from './random.ts';

/** The golden ratio's multiples spread over the unit interval more evenly than those of any other number. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * Decides so that of many cases almost exactly the given share comes true. Drawn independently, small numbers
 * would make a winner by mere luck in some week: here what is a tie stays one, and what wins wins every week.
 */
export class EvenDraws {
  private readonly random: Random;
  private readonly last = new Map<number, number>();

  constructor(random: Random) {
    this.random = random;
  }

  chance(subject: number, probability: number): boolean {
    const draw = ((this.last.get(subject) ?? this.random.unit()) + GOLDEN) % 1;
    this.last.set(subject, draw);
    return draw < probability;
  }
}
