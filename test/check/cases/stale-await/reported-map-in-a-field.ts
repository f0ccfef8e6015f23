// rules: stale-await
type Seat = { row: number; taken: boolean };

export class Hall {
  private seats = new Map<string, Seat[]>();

  async book(show: string, seat: Seat, pay: () => Promise<void>): Promise<void> {
    const booked = this.seats.get(show) ?? [];
    await pay();
    this.seats.set(show, [...booked, seat]); // expect: stale-await
  }

  booked(show: string): Seat[] {
    return this.seats.get(show) ?? [];
  }
}
