package shapes;

import java.util.List;
import static java.lang.Math.*;

/** A shape with a side. */
@Deprecated
public class Shapes<T> extends Base implements Sized {
    private int side = 1, other;

    public Shapes(int side) {
        this.side = side;
    }

    @Override
    public static <T> List<T> area(String name, int... rest) throws Exception {
        for (int i : rest) if (i > 1 && name != null) return null;
        return name == null ? null : List.of();
    }

    interface Inner { void run(); }

    enum Color { RED, GREEN }

    record Point(int x, int y) {}
}
