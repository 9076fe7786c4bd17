using System;
using Text = System.Text.StringBuilder;

namespace Acme.Shapes
{
    /// <summary>A shape.</summary>
    public class Shape : Base, ISized
    {
        private int _side;
        public int Side { get; set; }

        public Shape(int side) { _side = side; }

        public async Task<int> Area(string name, int scale = 1)
        {
            if (name == null || scale > 1) return 1;
            return name?.Length ?? 0;
        }
    }

    public interface ISized { int Size(); }
    enum Color { Red, Green }
    struct Point { public int X; }
    record Pair(int A, int B);
    delegate void Run(int x);
}
